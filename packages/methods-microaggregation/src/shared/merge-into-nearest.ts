import { rounderForSums } from './distance-columns.js'
import { groupMeans } from './group-means.js'

/**
 * Moves every record of the last group to the group whose centroid is nearest; ties go to the lowest group. The
 * centroids are those before any is moved. Cost: O(gd) per record that moves, g groups in d columns.
 *
 * @param columns - d standardised columns of n.
 * @param labels - Group of each record, from 0; those of the last group are overwritten.
 * @param last - Label of the last group, the highest.
 * @param rows - Number of records standardised together: values are rounded for sums over this number.
 */
export function mergeIntoNearest(
  columns: readonly Float64Array[],
  labels: Uint32Array,
  last: number,
  rows: number = labels.length,
): void {
  const rounded = rounderForSums(rows)
  const centroids = columns.map((column) => groupMeans(column.map(rounded), labels))
  for (let i = 0; i < labels.length; i++) {
    if (labels[i] !== last) continue
    let best = Infinity
    for (let group = 0; group < last; group++) {
      let distance = 0
      for (let j = 0; j < columns.length; j++) {
        const gap = columns[j][i] - centroids[j][group]
        distance += gap * gap
      }
      if (distance >= best) continue
      best = distance
      labels[i] = group
    }
  }
}
