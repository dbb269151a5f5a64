export const SESSIONS_URI = 'deep-think://sessions';
export const LENSES_URI = 'deep-think://lenses';

/** A resource as `resources/list` shows it. */
export interface ResourceDescription {
  readonly uri: string;
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly mimeType: string;
  readonly annotations?: { readonly lastModified: string };
}

/** A family of resources as `resources/templates/list` shows it. */
interface TemplateDescription extends Omit<ResourceDescription, 'uri' | 'annotations'> {
  readonly uriTemplate: string;
}

export const MIME = {
  json: 'application/json',
  markdown: 'text/markdown',
  mermaid: 'text/vnd.mermaid',
} as const;

/** The resources that are always there. */
export const FIXED: readonly ResourceDescription[] = [
  {
    uri: SESSIONS_URI,
    name: 'sessions',
    title: 'Sessions',
    description: 'The newest 100 stored sessions, and how many there are.',
    mimeType: MIME.json,
  },
  {
    uri: LENSES_URI,
    name: 'lenses',
    title: 'Lenses',
    description: 'The lenses under which drafts are criticised.',
    mimeType: MIME.json,
  },
];

/** The families; the first three share the ids of sessions. */
export const TEMPLATES: readonly TemplateDescription[] = [
  {
    uriTemplate: `${SESSIONS_URI}/{id}`,
    name: 'session',
    title: 'Session',
    description: 'The whole record of a session.',
    mimeType: MIME.json,
  },
  {
    uriTemplate: `${SESSIONS_URI}/{id}/report`,
    name: 'session-report',
    title: 'Report of a session',
    description: 'A session as a document for people.',
    mimeType: MIME.markdown,
  },
  {
    uriTemplate: `${SESSIONS_URI}/{id}/graph`,
    name: 'session-graph',
    title: 'Graph of a session',
    description: 'How a session came about, as a Mermaid flow chart.',
    mimeType: MIME.mermaid,
  },
  {
    uriTemplate: `${LENSES_URI}/{name}`,
    name: 'lens',
    title: 'Lens',
    description: 'The text of a lens.',
    mimeType: MIME.markdown,
  },
];
