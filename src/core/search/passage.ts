/** A text of a session that can be found, and where it stands: the fields that name the place in a reply. */
export interface Passage {
  readonly place: Readonly<Record<string, string | number>>;
  readonly text: string;
}
