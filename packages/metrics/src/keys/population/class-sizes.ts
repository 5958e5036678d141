/** How many classes a sample has of each size. */
export interface ClassSizes {
  /** The different sizes, ascending. */
  readonly sizes: Float64Array
  /** Size → how many classes have it. */
  readonly counts: Float64Array
  /** The records: Σ size · count. */
  readonly n: number
  /** The classes: Σ count. */
  readonly u: number
}

/**
 * Counts the classes of each size by the frequencies of the records: where r records have the frequency f there are r/f
 * classes of that size. Where missing keys match others the records form no classes, and r/f need not be whole.
 *
 * @param frequencies - f of every record, 1 or more.
 * @param rows - How many records each of them is of, where that is not one.
 *
 * Cost: O(n), and a sort of the sizes that occur.
 */
export function classSizes(frequencies: Float64Array, rows?: Float64Array): ClassSizes {
  const records = new Map<number, number>()
  let n = 0
  for (let i = 0; i < frequencies.length; i++) {
    const count = rows ? rows[i] : 1
    records.set(frequencies[i], (records.get(frequencies[i]) ?? 0) + count)
    n += count
  }
  const sizes = Float64Array.from(records.keys()).sort()
  const counts = sizes.map((size) => (records.get(size) ?? 0) / size)
  return { sizes, counts, n, u: counts.reduce((sum, count) => sum + count, 0) }
}

/**
 * How many classes have one size.
 *
 * @param sample - The classes.
 * @param size - The size.
 * @returns A count, 0 where there is none.
 */
export function classesOfSize({ sizes, counts }: ClassSizes, size: number): number {
  const at = sizes.indexOf(size)
  return at < 0 ? 0 : counts[at]
}

/**
 * A sum over classes: Σ over the sizes of count · term(size).
 *
 * @param sample - The classes.
 * @param term - What a class of a size adds.
 * @returns The sum.
 */
export function overSizes({ sizes, counts }: ClassSizes, term: (size: number) => number): number {
  let sum = 0
  for (let s = 0; s < sizes.length; s++) sum += counts[s] * term(sizes[s])
  return sum
}
