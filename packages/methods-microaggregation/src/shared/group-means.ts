import { sumOver } from '@sdc/stats'
import { lostBy } from '@sdc/stats/internal'

/** Returns the number of groups that the labels 0, 1, … make. */
export function countGroups(labels: Uint32Array): number {
  let groups = 0
  for (let i = 0; i < labels.length; i++) if (labels[i] >= groups) groups = labels[i] + 1
  return groups
}

/** Returns the number of records of every group. */
export function groupSizes(labels: Uint32Array): Uint32Array {
  const sizes = new Uint32Array(countGroups(labels))
  for (let i = 0; i < labels.length; i++) sizes[labels[i]]++
  return sizes
}

/**
 * Computes the mean of every group: x̄_g = Σ x_i/n_g over its records.
 *
 * A group of equal values has exactly that value as mean, so that it does not change. The sums are compensated
 * (Neumaier), so a mean is off by two roundings at most, for any size of the group and any common offset. NaN for a
 * label without records. Cost: O(n).
 *
 * @param values - n, none missing.
 * @param labels - Group of each, from 0.
 * @returns x̄_g by label.
 */
export function groupMeans(values: Float64Array, labels: Uint32Array): Float64Array {
  const groups = countGroups(labels)
  // First value, sum, rounding error of the sum, and size of each group. They are adjacent in memory, since the groups
  // of successive records are far apart. The first value becomes NaN if another value follows.
  const state = new Float64Array(4 * groups)
  for (let i = 0; i < values.length; i++) {
    const at = 4 * labels[i]
    const value = values[i]
    if (state[at + 3]++ === 0) {
      state[at] = value
      state[at + 1] = value
      continue
    }
    const total = state[at + 1]
    const next = total + value
    state[at + 2] += lostBy(total, value, next)
    state[at + 1] = next
    if (value !== state[at]) state[at] = Number.NaN
  }
  const means = new Float64Array(groups)
  for (let g = 0; g < groups; g++) {
    const [first, size] = [state[4 * g], state[4 * g + 3]]
    if (size === 0) means[g] = Number.NaN
    else means[g] = first === first ? first : (state[4 * g + 1] + state[4 * g + 2]) / size
  }
  return means
}

/**
 * Replaces every value by its group mean.
 *
 * @param means - Mean of each group.
 * @param labels - Group of each record, from 0.
 * @returns The masked column.
 */
export function spreadMeans(means: Float64Array, labels: Uint32Array): Float64Array {
  const masked = new Float64Array(labels.length)
  for (let i = 0; i < labels.length; i++) masked[i] = means[labels[i]]
  return masked
}

/**
 * Computes the within-group sum of squares Σ_i (x_i − x̄_g(i))². Cost: O(n).
 *
 * @param values - n values, none missing.
 * @param labels - Group of each record, from 0.
 * @param means - Mean of each group.
 * @returns The sum, in the square of the column's unit.
 */
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
