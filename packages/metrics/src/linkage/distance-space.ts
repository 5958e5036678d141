import type { DistanceMetric } from '@sdc/stats'
import { distanceKeys, type KeyScale } from './distance-keys.js'
import type { KeyedFiles, KeySpreads, LinkageSpace } from './record-linkage.js'

/**
 * Both files by their keys in the units that are asked for.
 *
 * @param files - The keys as they are.
 * @param spreads - The spreads of each file's columns.
 * @param by - What a key is measured in, and how the differences of the keys make one distance.
 * @returns Coordinates, and how large the terms are that they were computed of.
 */
export function distanceSpace(
  { original, masked }: KeyedFiles,
  { x, y }: KeySpreads,
  { scale, distance }: { readonly scale: KeyScale; readonly distance: DistanceMetric },
): LinkageSpace {
  const { slack, ...keys } = distanceKeys(original.keys, masked.keys, x, y, scale)
  return { ...keys, sizes: { slack }, metric: distance }
}
