import { option, SdcError, type Rng } from '@sdc/core'

/** Largest number of sets with `rule: all`: 14 columns have 9,907 of up to seven, 15 have 16,383. */
const MOST_SETS = 10_000

/**
 * Returns sets of 1, 2, …, `most` of `names`, by size: for each size `draws` different random ones, or all.
 *
 * If a size has at most `draws` sets, all are used. The draws depend on the names, not on their order.
 *
 * @param names - The columns; every set is an ascending list of indices in it.
 * @param rule - Selection of sets of each size.
 * @param draws - Number of sets of a size with `rule: random`.
 * @param most - The greatest size.
 * @param rng - Random stream for the sets.
 * @returns Sets of each size, the single columns first.
 * @throws BAD_PARAMETER with `rule: all` for more than 10,000 sets.
 */
export function keySets(
  names: readonly string[],
  rule: 'random' | 'all',
  draws: number,
  most: number,
  rng: Rng,
): readonly (readonly (readonly number[])[])[] {
  const sizes = Array.from({ length: Math.min(most, names.length) }, (_, i) => i + 1)
  const counts = sizes.map((size) => combinations(names.length, size))
  const total = counts.reduce((sum, count) => sum + count, 0)
  if (rule === 'all' && total > MOST_SETS) {
    const message = `${names.length} columns have ${total} sets of 1 to ${sizes.length}; the limit is ${MOST_SETS}`
    const fix = `Use keys: random, or measure fewer columns (${option('columns')}).`
    throw new SdcError('BAD_PARAMETER', message, { parameter: 'keys' }, fix)
  }
  const byName = [...names.keys()].sort((a, b) => (names[a] < names[b] ? -1 : names[a] > names[b] ? 1 : 0))
  return sizes.map((size, s) =>
    rule === 'all' || counts[s] <= draws
      ? subsetsOf(names.length, size)
      : drawnSets(size, draws, rng.child(`sets of ${size}`)),
  )

  function drawnSets(size: number, count: number, draw: Rng): readonly (readonly number[])[] {
    const found = new Map<string, readonly number[]>()
    while (found.size < count) {
      const set = Array.from(draw.permutation(names.length).subarray(0, size), (at) => byName[at]).sort((a, b) => a - b)
      found.set(set.join(), set)
    }
    return [...found.values()]
  }
}

/** Returns n over k; Infinity if it exceeds the range of numbers. */
function combinations(n: number, k: number): number {
  let count = 1
  for (let i = 1; i <= k; i++) count = (count * (n - k + i)) / i
  return Math.round(count)
}

/** Returns all sets of `size` of 0 … count − 1, in lexicographic order. */
function subsetsOf(count: number, size: number, from = 0): readonly (readonly number[])[] {
  if (size === 0) return [[]]
  const sets: (readonly number[])[] = []
  for (let first = from; first + size <= count; first++)
    for (const rest of subsetsOf(count, size - 1, first + 1)) sets.push([first, ...rest])
  return sets
}

/**
 * Returns the first 1, 2, … columns, as sets by size.
 *
 * @param columns - Number of columns.
 * @returns One set of each size.
 */
export function growingSets(columns: number): number[][][] {
  return Array.from({ length: columns }, (_, i) => [Array.from({ length: i + 1 }, (_one, j) => j)])
}
