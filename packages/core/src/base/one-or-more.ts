/** A list that is never empty: its first can be taken without asking whether it is there. */
export type OneOrMore<T> = readonly [T, ...T[]]

/**
 * Narrows the type of a list that is known not to be empty.
 *
 * @param list - At least one.
 * @returns The same list.
 * @throws RangeError if the list is empty: the caller was wrong.
 */
export function oneOrMore<T>(list: readonly T[]): OneOrMore<T> {
  if (list.length === 0) throw new RangeError('a list that is never empty is empty')
  return list as OneOrMore<T>
}
