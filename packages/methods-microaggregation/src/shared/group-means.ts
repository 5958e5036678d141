import { sumOver } from '@sdc/stats'

/** How many groups the labels 0, 1, … make. */
export function countGroups(labels: Uint32Array): number {
  let groups = 0
  for (let i = 0; i < labels.length; i++) if (labels[i] >= groups) groups = labels[i] + 1
  return groups
}

/** The number of records of every group. */
export function groupSizes(labels: Uint32Array): Uint32Array {
  const sizes = new Uint32Array(countGroups(labels))
  for (let i = 0; i < labels.length; i++) sizes[labels[i]]++
  return sizes
}

/**
 * The mean of every group: x̄_g = Σ x_i/n_g over its records.
 *
 * A group whose values are all equal has exactly that value as mean, so that it comes out as it went in. The sums are
 * compensated (Neumaier), so a mean is off by two roundings at most, whatever the size of the group or a common offset.
 * NaN for a label that no record has. Cost: O(n).
 */
export function groupMeans(values: Float64Array, labels: Uint32Array): Float64Array {
  const groups = countGroups(labels)
  const sizes = new Uint32Array(groups)
  const firsts = new Float64Array(groups)
  const varies = new Uint8Array(groups)
  const totals = new Float64Array(groups)
  const lost = new Float64Array(groups)
  for (let i = 0; i < values.length; i++) {
    const group = labels[i]
    const value = values[i]
    if (sizes[group]++ === 0) {
      firsts[group] = value
      totals[group] = value
      continue
    }
    const total = totals[group]
    const next = total + value
    lost[group] += Math.abs(total) >= Math.abs(value) ? total - next + value : value - next + total
    totals[group] = next
    if (value !== firsts[group]) varies[group] = 1
  }
  return totals.map((total, g) => {
    if (sizes[g] === 0) return Number.NaN
    return varies[g] === 1 ? (total + lost[g]) / sizes[g] : firsts[g]
  })
}

/** Every record's group mean: the masked column. */
export function spreadMeans(means: Float64Array, labels: Uint32Array): Float64Array {
  const masked = new Float64Array(labels.length)
  for (let i = 0; i < labels.length; i++) masked[i] = means[labels[i]]
  return masked
}

/** Within-group sum of squares Σ_i (x_i − x̄_g(i))², in the square of the column's unit. Cost: O(n). */
export function withinGroupSse(
  values: Float64Array,
  labels: Uint32Array,
  means: Float64Array = groupMeans(values, labels),
): number {
  return sumOver(values.length, (i) => {
    const d = values[i] - means[labels[i]]
    return d * d
  })
}
