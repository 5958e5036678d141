import { fillByBlocks, type Rng } from '@sdc/core'

/**
 * Computes the mean of the j-th smallest value of t bootstrap samples of size m, for every j.
 *
 * A sample is counted on the places of the sorted values, so it is sorted without a sort.
 *
 * @param sorted - m values, ascending, none missing.
 * @param samples - t ≥ 1.
 * @param rng - Sample s draws from `rng.child(s)`, its j-th draw from the stream of the block of j.
 * @param tick - Called with the completed share of the samples.
 * @returns m means, ascending, between the smallest and the largest value.
 *
 * Cost: O(tm).
 * Source: Heer 1993.
 */
export function bootstrapOrderMeans(
  sorted: Float64Array,
  samples: number,
  rng: Rng,
  tick: (share: number) => void = () => {},
): Float64Array {
  const m = sorted.length
  const means = new Float64Array(m)
  const numbers = new Float64Array(m)
  const counts = new Uint32Array(m)
  for (let s = 0; s < samples; s++) {
    tick(s / samples)
    fillByBlocks(rng.child(String(s)), numbers, (stream, part) => stream.fillUniform(part))
    counts.fill(0)
    for (let j = 0; j < m; j++) counts[Math.floor(numbers[j] * m)]++
    let rank = 0
    for (let place = 0; place < m; place++) {
      // Updated by differences, so that the mean of equal values is that value.
      for (let left = counts[place]; left > 0; left--, rank++) means[rank] += (sorted[place] - means[rank]) / (s + 1)
    }
  }
  return means
}
