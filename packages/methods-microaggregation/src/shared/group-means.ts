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
  const varies = new Uint8Array(groups)
  // Total, what rounding lost of it, first value and size of a group beside each other: records come to groups in no order, and
  // one line of the cache holds all of them.
  const sums = new Float64Array(4 * groups)
  for (let i = 0; i < values.length; i++) {
    const at = 4 * labels[i]
    const value = values[i]
    if (sums[at + 3]++ === 0) {
      sums[at] = value
      sums[at + 2] = value
      continue
    }
    const total = sums[at]
    const next = total + value
    sums[at + 1] += Math.abs(total) >= Math.abs(value) ? total - next + value : value - next + total
    sums[at] = next
    if (value !== sums[at + 2]) varies[labels[i]] = 1
  }
  const means = new Float64Array(groups)
  for (let group = 0, at = 0; group < groups; group++, at += 4) {
    const size = sums[at + 3]
    means[group] = size === 0 ? Number.NaN : varies[group] === 1 ? (sums[at] + sums[at + 1]) / size : sums[at + 2]
  }
  return means
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
