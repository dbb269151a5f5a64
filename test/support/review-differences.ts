/** A deliberate difference: an id of the list of known ones, and where it shows. */
interface ReviewDifference {
  readonly id: string;
  readonly why: string;
  readonly at: readonly { readonly n: number; readonly field: string }[];
}

/** Every deliberate difference from the recorded server. */
export const REVIEW_DIFFERENCES: readonly ReviewDifference[] = [
  {
    id: 'R-C1',
    why: 'The average itself is compared with 12 and 6; it is rounded for display only.',
    at: [{ n: 107, field: 'assessment' }],
  },
  {
    id: 'R-D1',
    why: 'A review that is abandoned after its end keeps its verdict; the report says that it was abandoned.',
    at: [{ n: 226, field: 'isError' }],
  },
  {
    id: 'R-D2',
    why: 'Near-equal and padded texts are reported in `warnings` and in the reason; they are taken and counted.',
    at: [],
  },
  {
    id: 'R-D3',
    why: 'A damaged or foreign file is no review: lists leave it out.',
    at: [{ n: 402, field: 'isError' }],
  },
  {
    id: 'R-D4',
    why: 'Every change of a review runs under a lock, and every write goes through a file of its own.',
    at: [],
  },
  { id: 'R-D5', why: 'An id with a line break behind it is none.', at: [] },
  { id: 'R-D7', why: 'Lengths count code points, so one emoji is one.', at: [] },
  { id: 'R-D8', why: 'A number written 3.0 is 3.', at: [] },
];
