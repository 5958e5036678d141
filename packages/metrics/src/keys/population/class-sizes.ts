/** Number of classes of each size in a sample. */
export interface ClassSizes {
  /** Different sizes, ascending. */
  readonly sizes: Float64Array
  /** Number of classes of each size. */
  readonly counts: Float64Array
  /** Number of records: Σ size · count. */
  readonly n: number
  /** Number of classes: Σ count. */
  readonly u: number
}

/**
 * Counts the classes of each size by the frequencies of the records: r records with the frequency f are r/f classes of
 * that size. If missing values match others the records form no classes, and r/f need not be whole.
 *
 * @param frequencies - f of every record, 1 or more.
 * @param rows - Number of records behind each, one by default.
 * @returns The sizes. Cost: O(n), and a sort of the occurring sizes.
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
 * Returns the number of classes of one size.
 *
 * @param sample - The classes.
 * @param size - The size.
 * @returns A count, 0 if there is none.
 */
export function classesOfSize({ sizes, counts }: ClassSizes, size: number): number {
  const at = sizes.indexOf(size)
  return at < 0 ? 0 : counts[at]
}

/**
 * Sums over classes: Σ over the sizes of count · term(size).
 *
 * @param sample - The classes.
 * @param term - Summand of a class of a size.
 * @returns The sum.
 */
export function overSizes({ sizes, counts }: ClassSizes, term: (size: number) => number): number {
  let sum = 0
  for (let s = 0; s < sizes.length; s++) sum += counts[s] * term(sizes[s])
  return sum
}
