/**
 * Distances of two distributions, by a walk over the sorted values of both files: between two neighbouring values both
 * empirical distribution functions are constant.
 *
 * Source: Vallender 1974, the distance of two distributions on the line; Smirnov 1948, their greatest difference.
 */
import type { Aggregate, OrderWalk } from '@sdc/core'
import { orderOfColumn, walkAggregate } from '@sdc/toolkit/internal'

/** Index of ∫ |F_a(v) − F_b(v)| dv / unit, the mean move of the values, in the numbers of `distancesAggregate`. */
export const MOVED = 0
/** Index of sup_v |F_a(v) − F_b(v)|. */
export const GAP = 1

/**
 * Computes the distances of a column of two files.
 *
 * @param name - The column.
 * @param j - Its number.
 * @param n - Number of its values in the original, one or more.
 * @param m - Number in the masked file, one or more.
 * @param unit - Unit of the move of values, above 0.
 * @returns The aggregate, which ends with both distances. Cost: O(n + m), the values in order.
 */
export function distancesAggregate(name: string, j: number, n: number, m: number, unit = 1): Aggregate {
  const orders = (['original', 'masked'] as const).map((file) => orderOfColumn(file, name, j))
  return walkAggregate(orders, () => distanceWalk(n, m, unit))
}

/**
 * Returns sup_v |F_a(v) − F_b(v)| of ascending values, in [0, 1].
 *
 * @param a - n values, none missing.
 * @param b - m values, none missing.
 * @returns The distance; 0 if either has no value. Cost: O(n + m).
 */
export function kolmogorovDistance(a: Float64Array, b: Float64Array): number {
  return a.length > 0 && b.length > 0 ? walkedThrough(a, b, 1)[GAP] : 0
}

function walkedThrough(a: Float64Array, b: Float64Array, unit: number): Float64Array {
  const walk = distanceWalk(a.length, b.length, unit)
  const rest = [[a], [b]]
  let step = walk.next()
  while (step.done !== true) step = walk.next(rest[step.value].pop() ?? new Float64Array(0))
  return step.value
}

/** Computes the distances of the empirical distribution functions of n and m values, which arrive in pieces. */
function* distanceWalk(n: number, m: number, unit: number): OrderWalk {
  const sides: readonly [Side, Side] = [
    { values: yield 0, at: 0, before: 0, of: n },
    { values: yield 1, at: 0, before: 0, of: m },
  ]
  const so: SoFar = { moved: 0, gap: 0, value: Math.min(sides[0].values[0], sides[1].values[0]), unit }
  for (let wanted = further(sides, so); wanted >= 0; wanted = further(sides, so)) {
    const side = sides[wanted]
    side.before += side.values.length
    side.at = 0
    side.values = yield wanted
  }
  return Float64Array.of(so.moved, so.gap)
}

/** Current piece of the values of a file, the next one in it, and the number of values before it. */
interface Side {
  values: Float64Array
  at: number
  before: number
  readonly of: number
}

/** Distances below a value. */
interface SoFar {
  moved: number
  gap: number
  value: number
  readonly unit: number
}

/** Continues until the piece of one side ends, and returns its number; −1 if both sides have ended. */
function further([one, other]: readonly [Side, Side], so: SoFar): number {
  const { values: a, before: beforeA, of: n } = one
  const { values: b, before: beforeB, of: m } = other
  const { unit } = so
  let i = one.at
  let k = other.at
  let { moved, gap, value } = so
  let wanted = -1
  for (;;) {
    while (a[i] <= value) i++
    while (b[k] <= value) k++
    if (i === a.length && i > 0) wanted = 0
    else if (k === b.length && k > 0) wanted = 1
    if (wanted >= 0) break
    const apart = Math.abs((beforeA + i) / n - (beforeB + k) / m)
    if (apart > gap) gap = apart
    const next = Math.min(i < a.length ? a[i] : Infinity, k < b.length ? b[k] : Infinity)
    if (next === Infinity) break
    moved += ((next - value) / unit) * apart
    value = next
  }
  one.at = i
  other.at = k
  so.moved = moved
  so.gap = gap
  so.value = value
  return wanted
}
