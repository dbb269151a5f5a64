/** What is known about a list that is never changed in place, kept while the list grows at its end. */
export interface GrowingIndex<T, I> {
  /** The index of the list; it holds until the list grows. */
  of(list: readonly T[]): I;
  /** A new list with the items at its end, to which the index of the old one goes over. */
  append(list: readonly T[], items: readonly T[]): T[];
  /** The list itself with the items at its end, for the only holder of a list: nothing is copied. */
  extend(list: readonly T[], items: readonly T[]): readonly T[];
}

/** An index that `add` fills item by item, so that a list which has grown is not read again. */
export function growingIndex<T, I>(empty: () => I, add: (index: I, item: T) => void): GrowingIndex<T, I> {
  const known = new WeakMap<readonly T[], I>();
  const filled = (index: I, items: readonly T[]) => {
    for (const item of items) add(index, item);
    return index;
  };
  const of = (list: readonly T[]) => {
    const index = known.get(list) ?? filled(empty(), list);
    known.set(list, index);
    return index;
  };
  return {
    of,
    append: (list, items) => {
      const longer = list.concat(items);
      const index = of(list);
      known.delete(list);
      known.set(longer, filled(index, items));
      return longer;
    },
    extend: (list, items) => {
      filled(of(list), items);
      // The caller says that nobody else reads this list, and made it by these functions.
      (list as T[]).push(...items);
      return list;
    },
  };
}

/** A growing index that tells which keys the items of a list have. */
export function growingKeys<T, K>(keyOf: (item: T) => K): GrowingIndex<T, Set<K>> {
  return growingIndex(
    () => new Set<K>(),
    (keys, item) => void keys.add(keyOf(item)),
  );
}
