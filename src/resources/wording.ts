const nearby = (near: string | undefined) => (near === undefined ? '' : ` Did you mean "${near}"?`);

/** Why a resource cannot be had; a person reads it. */
export const resourceRefusals = {
  unknown_uri: (f: { uri: string }) => `No resource has the URI "${f.uri}".`,
  unknown_session: (f: { id: string; near: string | undefined }) =>
    `No session has the id "${f.id}".${nearby(f.near)}`,
  unknown_lens: (f: { name: string; near: string | undefined }) =>
    `No lens has the name "${f.name}".${nearby(f.near)}`,
  unknown_template: (f: { uri: string }) => `No template of resources is "${f.uri}".`,
  unknown_variable: (f: { uri: string; name: string; known: string }) =>
    `The template "${f.uri}" has no variable "${f.name}". It has: ${f.known}.`,
  not_watched: (f: { uri: string }) =>
    `"${f.uri}" cannot be subscribed to: only a session, its report and its graph can.`,
  too_many_watched: (f: { most: number }) =>
    `This connection has ${f.most} subscriptions already. Unsubscribe from one first.`,
  bad_cursor: () => 'The cursor is none of this list. Begin again without one.',
};
