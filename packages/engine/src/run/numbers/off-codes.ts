import { SdcError, type ValueBounds } from '@sdc/core'
import type { ValueStep } from '@sdc/stats'
import { nearestMultiple } from '@sdc/stats/internal'
import { isMissingCode, type MissingCodes } from '../../bind/missing-codes.js'

/** Masked numbers of a column that equalled a code for a missing value. */
export interface OffCodes {
  readonly column: string
  /** Number of moved values; over several files, the largest. */
  readonly values: number
}

/** Numbers that equal no code for a missing value. */
export interface CodeFree {
  readonly values: Float64Array
  /** Number of moved values. */
  readonly count: number
}

/**
 * Moves masked numbers that equal a code for a missing value to the nearest multiple of the column's step that is not a
 * code, preferring the smaller in size. Equal numbers stay equal.
 *
 * @param values - Masked numbers; they are not changed.
 * @param codes - The codes of the column.
 * @param step - Returns the step of the column.
 * @param bounds - Its bounds from the schema, which the new numbers keep.
 * @returns The numbers, copied if one was moved.
 * @throws BAD_PLAN if all numbers next to a value within its bounds are codes.
 */
export function offCodes(
  values: Float64Array,
  codes: MissingCodes,
  step: () => ValueStep,
  bounds: ValueBounds | undefined,
): CodeFree {
  let moved: Float64Array | undefined
  let count = 0
  const found = new Map<number, number>()
  for (let i = 0; i < values.length; i++) {
    const value = values[i]
    if (!isMissingCode(codes, value)) continue
    let other = found.get(value)
    if (other === undefined) found.set(value, (other = nearestOther(value, codes, step(), bounds)))
    moved ??= values.slice()
    moved[i] = other
    count++
  }
  return { values: moved ?? values, count }
}

function nearestOther(value: number, codes: MissingCodes, step: ValueStep, bounds: ValueBounds | undefined): number {
  const isPossible = (other: number): boolean => !bounds || (other >= bounds.min && other <= bounds.max)
  const others = [beyondCodes(value, codes, step, 1), beyondCodes(value, codes, step, -1)]
  const [nearest] = others
    .filter((other) => !Number.isNaN(other) && isPossible(other))
    .sort((a, b) => Math.abs(a - value) - Math.abs(b - value) || Math.abs(a) - Math.abs(b))
  if (nearest !== undefined) return nearest
  const message = `a masked value of column "${codes.column}" is ${value}, which means a missing value, as do all numbers near it`
  const fix = 'Narrow its missing values in the schema, or do not mask the column.'
  throw new SdcError('BAD_PLAN', message, { column: codes.column }, fix)
}

/** First multiple of the step in a direction that is not a code; NaN if there is none. */
function beyondCodes(value: number, codes: MissingCodes, step: ValueStep, sign: 1 | -1): number {
  const [low, high] = codes.range
  const size = step.whole / step.scale
  let at = value
  while (isMissingCode(codes, at)) {
    const from = at >= low && at <= high ? (sign > 0 ? high : low) : at
    const next = nearestMultiple(from + sign * size, step)
    if (!(Math.abs(next) < Infinity) || next === at) return Number.NaN
    at = next
  }
  return at
}
