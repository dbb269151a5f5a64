/** The longest instructions or report, in characters of JSON: like an export, since they are worked on. */
const MOST = 50_000;

/** The most entries of a list, and the most code points of each text. */
export interface Size {
  readonly entries: number;
  readonly length: number;
}

const ALL = Number.POSITIVE_INFINITY;
/** From everything to ever shorter texts; the last one always fits. */
const SIZES: readonly Size[] = [
  { entries: ALL, length: ALL },
  { entries: ALL, length: 2000 },
  { entries: ALL, length: 300 },
  { entries: ALL, length: 60 },
];
const SMALLEST: Size = { entries: 60, length: 60 };

/** The fullest form that stays within the bound. */
export function fitted<T extends object>(written: (size: Size) => T, most = MOST): T {
  for (const size of SIZES) {
    const form = written(size);
    if (JSON.stringify(form).length <= most) return form;
  }
  return written(SMALLEST);
}
