import type { CategoricalColumn } from '@sdc/core'
import { minimalUniques, type FoundUnique, type MinimalUniquesOptions } from '@sdc/stats/internal'

/** Smallest sets of quasi-identifiers that make each record unique. */
export interface UniqueKeySets {
  /** Number of minimal sets that make each record unique. */
  readonly count: Int32Array
  /** Size of the smallest set; 0 if there is none. */
  readonly smallest: Int32Array
  /**
   * Three smallest sets, the smallest first, for equal sizes those with earlier quasi-identifiers: bits, 0 if there is
   * none.
   */
  readonly three: readonly [Int32Array, Int32Array, Int32Array]
}

/**
 * Finds up to three smallest sets of quasi-identifiers that make each record unique, and their number, in one search.
 *
 * @param codes - The quasi-identifiers, columns of n codes from −1 (missing) up (`keyCodes`).
 * @param options - Maximum size of a set, and the rule for missing values.
 * @param each - Receives every set found.
 * @returns Sets of every record.
 * @throws RangeError as `minimalUniques` does.
 */
export function uniqueKeySets(
  codes: readonly Int32Array[],
  options: MinimalUniquesOptions,
  each: FoundUnique = () => {},
): UniqueKeySets {
  const n = codes[0]?.length ?? 0
  const count = new Int32Array(n)
  const smallest = new Int32Array(n)
  const three = [new Int32Array(n), new Int32Array(n), new Int32Array(n)] as const
  minimalUniques(codes, options, (row, keys, size) => {
    count[row]++
    if (smallest[row] === 0 || size < smallest[row]) smallest[row] = size
    let next = keys
    for (const place of three) {
      const held = place[row]
      if (held !== 0 && !isBefore(next, held)) continue
      place[row] = next
      next = held
      if (next === 0) break
    }
    each(row, keys, size)
  })
  return { count, smallest, three }
}

/**
 * Returns the reason for the risk of a record, in words: the smallest sets that make it unique, up to three, as in
 * `age + region; age + job + sex`. Missing if there is none.
 *
 * @param sets - Result of `uniqueKeySets`.
 * @param names - Names of the quasi-identifiers.
 * @returns A text column, one value for each record. Cost: O(n).
 */
export function whyUnique({ three: [a, b, c] }: UniqueKeySets, names: readonly string[]): CategoricalColumn {
  const inWords = (set: number): string => names.filter((_, j) => (set >> j) & 1).join(' + ')
  const codeOf = new Map<string, number>()
  const levels: string[] = []
  const codes = a.map((first, i) => {
    if (first === 0) return -1
    const key = `${first} ${b[i]} ${c[i]}`
    const known = codeOf.get(key)
    if (known !== undefined) return known
    levels.push(
      [first, b[i], c[i]]
        .filter((set) => set !== 0)
        .map(inWords)
        .join('; '),
    )
    codeOf.set(key, levels.length - 1)
    return levels.length - 1
  })
  return { kind: 'categorical', codes, levels, ordered: false }
}

/**
 * Returns true if one set comes before another: fewer keys, or the same number and the first key that they do not
 * share.
 */
function isBefore(one: number, other: number): boolean {
  const fewer = bitCount(one) - bitCount(other)
  if (fewer !== 0) return fewer < 0
  const differ = one ^ other
  return (one & differ & -differ) !== 0
}

function bitCount(set: number): number {
  let count = 0
  for (let rest = set; rest !== 0; rest &= rest - 1) count++
  return count
}
