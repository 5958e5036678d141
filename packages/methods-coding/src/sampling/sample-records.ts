/**
 * Returns a simple random sample of `size` of `count` records without replacement, in the order of the file: every set
 * of that size is equally likely.
 *
 * Record i is taken with probability (still wanted)/(records left), i included. Cost: O(count). Source: Fan, Muller &
 * Rezucha 1962, selection by one pass (Knuth's algorithm S).
 *
 * @param count - Number of records.
 * @param size - Number of records to take, 0 to `count`.
 * @param uniform - Returns a number in [0, 1); called once for every record.
 * @returns The `size` records, ascending.
 * @throws RangeError unless 0 ≤ size ≤ count.
 */
export function simpleSample(count: number, size: number, uniform: () => number): Int32Array {
  if (!(size >= 0 && size <= count)) throw new RangeError(`a sample of ${size} of ${count} records`)
  return stratifiedSample(new Int32Array(count), Int32Array.of(count), Int32Array.of(size), uniform)
}

/**
 * Simple random sample of each stratum, in the order of the file: `simpleSample` within each, in one pass.
 *
 * @param stratum - By record its stratum, 0, 1, …
 * @param counts - The number of records of each stratum.
 * @param sizes - Number of records taken of each, from 0 to all.
 * @param uniform - Gives a number in [0, 1); one is used for every record.
 * @returns The records, ascending.
 * Cost: O(records).
 */
export function stratifiedSample(
  stratum: Int32Array,
  counts: Int32Array,
  sizes: Int32Array,
  uniform: () => number,
): Int32Array {
  const records = new Int32Array(sizes.reduce((sum, size) => sum + size, 0))
  const left = counts.slice()
  const wanted = sizes.slice()
  let taken = 0
  for (let i = 0; i < stratum.length; i++) {
    const h = stratum[i]
    if (uniform() * left[h]-- < wanted[h]) {
      wanted[h]--
      records[taken++] = i
    }
  }
  return records
}

/**
 * Takes each record independently with the same probability.
 *
 * @param count - Number of records.
 * @param share - Probability of a record, 0 to 1.
 * @param uniform - Returns a number in [0, 1); called once for every record.
 * @returns The taken records, ascending: their number is random, and may be 0.
 */
export function bernoulliSample(count: number, share: number, uniform: () => number): Int32Array {
  const records: number[] = []
  for (let i = 0; i < count; i++) if (uniform() < share) records.push(i)
  return Int32Array.from(records)
}
