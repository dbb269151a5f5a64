/** Answers whether a list holds an item with a given key, without a scan for lists that grow by `append`. */
export interface RememberedIndex<T, K> {
  /** Whether an item of the list has this key. */
  has(list: readonly T[], key: K): boolean;
  /** A new list with the item at its end; the old one is left as it is. */
  append(list: readonly T[], item: T): readonly T[];
}

/**
 * An index over lists that are never changed in place. One map serves a list and all that grow out of it: it may
 * know items of a sister list, so a place that it names counts only when the asked list has the key there, and
 * otherwise the list itself decides. What the map does not know, no list of the family holds.
 */
export function rememberedIndex<T, K>(keyOf: (item: T) => K): RememberedIndex<T, K> {
  const families = new WeakMap<readonly T[], Map<K, number>>();

  function familyOf(list: readonly T[]): Map<K, number> {
    const known = families.get(list);
    if (known !== undefined) return known;
    const places = new Map(list.map((item, place) => [keyOf(item), place]));
    families.set(list, places);
    return places;
  }

  function holdsAt(list: readonly T[], place: number, key: K): boolean {
    const item = list[place];
    return item !== undefined && keyOf(item) === key;
  }

  return {
    has: (list, key) => {
      const place = familyOf(list).get(key);
      if (place === undefined) return false;
      return holdsAt(list, place, key) || list.some((item) => keyOf(item) === key);
    },
    append: (list, item) => {
      const longer = [...list, item];
      const places = families.get(list);
      if (places === undefined) return longer;
      const place = places.get(keyOf(item));
      if (place === undefined || !holdsAt(longer, place, keyOf(item))) places.set(keyOf(item), list.length);
      families.set(longer, places);
      return longer;
    },
  };
}
