/**
 * Why a prompt or a resource cannot be had: the request is wrong, there is nothing of that name, or the disk or
 * this program failed. `message` is for a person.
 */
export interface Unanswered {
  readonly problem: 'bad_request' | 'not_there' | 'failed';
  readonly message: string;
}

/** The value that was asked for, or why there is none. */
export type Answered<T extends object> = T | Unanswered;
