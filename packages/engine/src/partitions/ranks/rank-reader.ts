/**
 * Reads sorted values in their order, across the ends of their ranges.
 *
 * @param counts - Numbers of ranks of the ranges.
 * @param values - Reads some values of a range.
 * @returns A function that returns the next values; it throws if there are fewer.
 */
export function rankReader(
  counts: readonly number[],
  values: (range: number, from: number, end: number) => Promise<Float64Array>,
): (many: number) => Promise<Float64Array> {
  let range = 0
  let from = 0
  return async (many) => {
    const read = new Float64Array(many)
    for (let at = 0; at < many;) {
      if (range === counts.length) throw new Error('the second order of a walk has fewer ranks than the first')
      if (from === counts[range]) {
        range++
        from = 0
        continue
      }
      const end = Math.min(counts[range], from + many - at)
      read.set(await values(range, from, end), at)
      at += end - from
      from = end
    }
    return read
  }
}
