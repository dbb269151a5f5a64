/**
 * Stands in for the facts of any sentence: each property prints its own path in angle brackets, also when it
 * is joined or formatted as a number, so that a page can show every sentence without inventing values.
 */
export function sampleFacts(path = ''): never {
  const print = () => `<${path}>`;
  const target = Object.assign(() => print(), {});
  const proxy: unknown = new Proxy(target, {
    get: (_, key) => {
      if (key === Symbol.toPrimitive || key === 'toString' || key === 'toFixed' || key === 'join')
        return print;
      return sampleFacts(path === '' ? String(key) : `${path}.${String(key)}`);
    },
  });
  return proxy as never;
}
