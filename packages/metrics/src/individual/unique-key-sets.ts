import type { CategoricalColumn } from '@sdc/core'
import { minimalUniques, type FoundUnique, type MinimalUniquesOptions } from '@sdc/stats/internal'

/** By how few keys every record is unique. */
export interface UniqueKeySets {
  /** How many minimal sets of keys each record is unique by. */
  readonly count: Int32Array
  /** How many keys the smallest of them has; 0 where there is none. */
  readonly smallest: Int32Array
  /** The smallest three, the smallest first, of the same size those with earlier keys: bits, 0 where there is none. */
  readonly three: readonly [Int32Array, Int32Array, Int32Array]
}

/**
 * The up to three smallest sets of keys by which each record is unique, and how many there are: all in one search.
 *
 * @param codes - The keys, columns of n codes from −1 (missing) up (`keyCodes`).
 * @param options - How large sets may be, and what a missing key matches.
 * @param each - Gets every set as it is found, for those who need all of them.
 * @returns What is found of every record.
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
 * Why a record is at risk, in words: the smallest sets of keys by which it is unique, up to three, as in
 * `age + region; age + job + sex`. Missing where there is none.
 *
 * @param sets - What `uniqueKeySets` found.
 * @param names - The names of the keys.
 * @returns A column of text, one a record. Cost: O(n).
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

/** Whether one set comes before another: fewer keys, or the same number and the first key that they do not share. */
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
