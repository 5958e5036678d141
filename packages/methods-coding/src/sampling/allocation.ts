/** Rule for dividing the units of a sample among strata: in proportion to their sizes, or equally. */
export type AllocationRule = 'proportional' | 'equal'

/**
 * Returns the number of units taken from each stratum: at least 1, at most all, `total` together.
 *
 * proportional: n·N_h/N, equal: n/H, rounded by the greatest remainders. If a stratum has fewer units, or its share is
 * below 1, it gets its bound, and the others divide the rest by the same rule. With equal remainders the first stratum
 * comes first.
 *
 * @param sizes - The number of units N_h of each stratum, at least 1.
 * @param total - The number of units n to take, from the number of strata to the sum of the sizes.
 * @param rule - Proportional or equal.
 * @returns The number of units n_h of each stratum.
 * @throws RangeError if `total` is not within these bounds. Cost: O(H log H). Source: Cochran 1977, sections 5.5 and
 *   5.9.
 */
export function allocate(sizes: Int32Array, total: number, rule: AllocationRule): Int32Array {
  const all = sizes.reduce((sum, size) => sum + size, 0)
  if (!(total >= sizes.length && total <= all))
    throw new RangeError(`${total} of ${all} units cannot be taken from ${sizes.length} strata`)
  const weight = (h: number): number => (rule === 'equal' ? 1 : sizes[h])
  const share = boundedShares(sizes, total, weight)
  const taken = Int32Array.from(share, (one) => Math.floor(one + 1e-9))
  const order = Array.from(sizes.keys()).sort((a, b) => share[b] - taken[b] - (share[a] - taken[a]) || a - b)
  let left = total - taken.reduce((sum, one) => sum + one, 0)
  for (let at = 0; left > 0; at = (at + 1) % order.length) {
    const h = order[at]
    if (taken[h] >= sizes[h]) continue
    taken[h]++
    left--
  }
  return taken
}

/**
 * Shares λ·w_h, limited to at least 1 and at most the size, with the λ for which their sum is `total`.
 *
 * Their sum grows with λ and is linear between the places at which a share reaches or leaves its bounds. Bisection
 * finds the two such places next to `total`.
 */
function boundedShares(sizes: Int32Array, total: number, weight: (h: number) => number): Float64Array {
  const within = (h: number, factor: number): number => Math.min(sizes[h], Math.max(1, factor * weight(h)))
  const sumAt = (factor: number): number => sizes.reduce((sum, _, h) => sum + within(h, factor), 0)
  const places = new Float64Array(2 * sizes.length)
  sizes.forEach((size, h) => {
    places[2 * h] = 1 / weight(h)
    places[2 * h + 1] = size / weight(h)
  })
  places.sort()
  let low = 0
  let high = places.length - 1
  while (high - low > 1) {
    const middle = (low + high) >>> 1
    if (sumAt(places[middle]) <= total) low = middle
    else high = middle
  }
  let fixed = 0
  let weights = 0
  sizes.forEach((size, h) => {
    const isFree = 1 <= places[low] * weight(h) && places[high] * weight(h) <= size
    if (isFree) weights += weight(h)
    else fixed += within(h, places[low])
  })
  const factor = weights > 0 ? (total - fixed) / weights : places[low]
  return Float64Array.from(sizes, (_, h) => within(h, factor))
}
