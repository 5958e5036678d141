import type { Rng } from '@sdc/core'
import { countBelow, quantileOfSorted, sortedValues, sortOrder } from '@sdc/stats'
import { bandwidthOf, foldWithin } from '@sdc/stats/internal'
import type { Tree, TreeNode } from '@sdc/stats/trees'

/** Draws smoothed values: one for each leaf and the record whose value was taken there. */
export type Smooth = (tree: Tree, leaves: readonly TreeNode[], donors: ArrayLike<number>, rng: Rng) => Float64Array

/** Rare values that smooth each other. */
interface Kernel {
  readonly sorted: Float64Array
  readonly mean: number
  readonly bandwidth: number
  /** Factor that keeps the variance of the smoothed values. */
  readonly shrink: number
}

/**
 * Smooths the numbers drawn from a leaf, so that no rare value of a person is copied: y = m + (x − m + hε)/√(1 + h²/s²). m
 * and s² are mean and variance of the leaf's rare values, h is their bandwidth by Silverman's rule, at least the distance of x to
 * the nearest of them, and ε standard normal.
 *
 * A value of at least `smallestLeaf` different persons identifies nobody and stays: zeros, rounded numbers. A leaf
 * with rare values of fewer persons than that uses those of the whole column near x; a column with fewer has its nearest value
 * that is not rare instead. Values beyond those that `smallestLeaf` persons reach are brought there first, and smoothed ones
 * are reflected there: no draw shows the greatest value of a single person.
 *
 * @param values - The column.
 * @param options - Persons in the smallest leaf, and the person of each record.
 * @returns The function that smooths.
 */
export function smoothing(
  values: Float64Array,
  { smallestLeaf, persons }: { readonly smallestLeaf: number; readonly persons?: Int32Array | undefined },
): Smooth {
  const isRare = rareValues(values, smallestLeaf, persons)
  const [min, max] = reachedBounds(values, smallestLeaf, persons)
  values = values.map((value) => Math.max(min, Math.min(max, value)))
  const rare = sortedValues(values.filter((_, i) => isRare[i] === 1))
  const common = sortedValues(values.filter((_, i) => isRare[i] === 0))
  const rareRecords = recordsByValue(values, isRare)
  const rarePersons = personCount(rareRecords, persons)
  const near = (value: number): Kernel => {
    if (persons !== undefined) {
      const [from, to] = nearestPersons(rareRecords, countBelow(rare, value), smallestLeaf, { values, persons })
      return { ...kernelOf(rare.slice(from, to)), shrink: 1 }
    }
    const at = Math.max(0, Math.min(rare.length - smallestLeaf, countBelow(rare, value) - (smallestLeaf >> 1)))
    return { ...kernelOf(rare.slice(at, at + smallestLeaf)), shrink: 1 }
  }
  return (tree, leaves, donors, rng) => {
    const kernels = new Map<TreeNode, Kernel | undefined>()
    const kernelIn = (leaf: TreeNode, value: number): Kernel => {
      if (!kernels.has(leaf)) {
        const own = tree.records.subarray(leaf.from, leaf.to).filter((record) => isRare[record] === 1)
        const isEnough = personCount(own, persons) >= smallestLeaf
        kernels.set(leaf, isEnough ? kernelOf(Float64Array.from(own, (record) => values[record]).sort()) : undefined)
      }
      return kernels.get(leaf) ?? near(value)
    }
    return Float64Array.from(donors, (donor, i) => {
      // Every record draws, so that no draw depends on what others took.
      const noise = rng.normal()
      const value = values[donor]
      if (isRare[donor] === 0) return value
      if (rarePersons < smallestLeaf && common.length > 0) return nearest(common, value)
      const kernel = kernelIn(leaves[i], value)
      const width = Math.max(kernel.bandwidth, gapAt(kernel.sorted, value))
      return foldWithin(kernel.mean + (value - kernel.mean + width * noise) * kernel.shrink, min, max)
    })
  }
}

/**
 * The range that `least` different persons reach at both ends.
 *
 * @param values - The column, without missing values.
 * @param least - Number of persons.
 * @param persons - The person of each record; undefined if each record is one.
 * @returns The `least`-th smallest and greatest value by persons, or the whole range where these two cross.
 */
export function reachedBounds(
  values: Float64Array,
  least: number,
  persons: Int32Array | undefined,
): readonly [min: number, max: number] {
  const order = sortOrder(values)
  const reached = (at: (i: number) => number): number => {
    const seen = new Set<number>()
    for (let i = 0; i < order.length; i++) {
      const record = order[at(i)]
      seen.add(persons === undefined ? record : persons[record])
      if (seen.size === least) return values[record]
    }
    return values[order[at(order.length - 1)]]
  }
  const [min, max] = [reached((i) => i), reached((i) => order.length - 1 - i)]
  return min <= max ? [min, max] : [max, min]
}

/** By record: 1 if fewer than `least` different persons have its value. */
function rareValues(values: Float64Array, least: number, persons: Int32Array | undefined): Uint8Array {
  const holders = new Map<number, Set<number>>()
  values.forEach((value, i) => {
    const known = holders.get(value) ?? new Set()
    if (known.size < least) known.add(persons === undefined ? i : persons[i])
    holders.set(value, known)
  })
  return Uint8Array.from(values, (value) => ((holders.get(value)?.size ?? 0) < least ? 1 : 0))
}

function recordsByValue(values: Float64Array, isRare: Uint8Array): Int32Array {
  const records = Int32Array.from(values.keys()).filter((record) => isRare[record] === 1)
  return records.sort((a, b) => values[a] - values[b] || a - b)
}

function personCount(records: Int32Array | Uint32Array, persons: Int32Array | undefined): number {
  return persons === undefined ? records.length : new Set(Array.from(records, (record) => persons[record])).size
}

/** Places around another one, the nearest values first, until so many different persons have one. */
function nearestPersons(
  records: Int32Array,
  at: number,
  least: number,
  { values, persons }: { readonly values: Float64Array; readonly persons: Int32Array },
): readonly [from: number, to: number] {
  const found = new Set<number>()
  const start = Math.min(at, records.length - 1)
  const value = values[records[start]]
  let [from, to] = [start, start]
  while (found.size < least && (from > 0 || to < records.length)) {
    const below = from > 0 ? value - values[records[from - 1]] : Infinity
    const above = to < records.length ? values[records[to]] - value : Infinity
    found.add(persons[records[above <= below ? to++ : --from]])
  }
  return [from, to]
}

function kernelOf(sorted: Float64Array): Kernel {
  const n = sorted.length
  const mean = sorted.reduce((total, value) => total + value / n, 0)
  const variance = sorted.reduce((total, value) => total + ((value - mean) * (value - mean)) / n, 0)
  if (!(variance > 0)) return { sorted, mean, bandwidth: 0, shrink: 1 }
  const range = quantileOfSorted(sorted, 0.75) - quantileOfSorted(sorted, 0.25)
  const bandwidth = bandwidthOf(n, Math.sqrt(variance), range)
  return { sorted, mean, bandwidth, shrink: 1 / Math.sqrt(1 + (bandwidth * bandwidth) / variance) }
}

/** Distance of a value to the nearest other one of a sorted array; 0 if there is none. */
function gapAt(sorted: Float64Array, value: number): number {
  const below = countBelow(sorted, value)
  let above = below
  while (above < sorted.length && sorted[above] === value) above++
  const left = below > 0 ? value - sorted[below - 1] : Infinity
  const right = above < sorted.length ? sorted[above] - value : Infinity
  const gap = Math.min(left, right)
  return gap === Infinity ? 0 : gap
}

/** The value of a sorted array that is nearest to another one. */
function nearest(sorted: Float64Array, value: number): number {
  const at = countBelow(sorted, value)
  if (at === 0) return sorted[0]
  if (at === sorted.length) return sorted[at - 1]
  return value - sorted[at - 1] <= sorted[at] - value ? sorted[at - 1] : sorted[at]
}
