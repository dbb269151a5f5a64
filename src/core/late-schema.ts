import type * as z from 'zod';
import { once } from './once.ts';

/** A schema that is not made before it is needed; as a part of other schemas it stands like one of zod's own. */
export type LateSchema<S extends z.ZodType> = Pick<S, '_zod' | 'parse' | 'safeParse'> & {
  /** The schema itself, for its shape and its methods. */
  readonly made: () => S;
};

/** Puts the making of a schema off: it takes longer than most reads, and one process needs few of them. */
export function lateSchema<S extends z.ZodType>(make: () => S): LateSchema<S> {
  const made = once(make);
  return {
    // The one field that zod asks the parts of a schema for.
    get _zod() {
      return made()._zod;
    },
    parse: (value, params) => made().parse(value, params) as z.output<S>, // a generic schema's own reading
    safeParse: (value, params) => made().safeParse(value, params) as z.ZodSafeParseResult<z.output<S>>,
    made,
  };
}
