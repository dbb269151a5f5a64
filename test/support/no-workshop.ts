/** For a server that is never to need a model. */
export async function noWorkshop(): Promise<never> {
  throw new Error('no call of this test needs a model');
}
