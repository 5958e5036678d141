import { isoText, type ValueBounds } from '@sdc/core'
import type { ValueStep } from '@sdc/stats'
import { foldWithin, nearestMultiple } from '@sdc/stats/internal'
import type { BoundStep } from '../../bind/bind.js'
import { exactMoments } from './made-values.js'

/** Values of a column that a step left outside the bounds of the schema, and their handling. */
export interface KeptWithin {
  /** Id of the method. */
  readonly step: string
  readonly column: string
  /** Number of moved values; over several files, the largest. */
  readonly values: number
  /** `folded`: reflected at the bound; `moved`: set to it. */
  readonly how: 'folded' | 'moved'
  /** The bounds as in a schema: `min: 0`. */
  readonly bounds: string
  /** Moments that the method keeps exactly, and that the moves keep only nearly; absent without any. */
  readonly nearly?: readonly string[]
  /** True if a later step used the values from before they were moved. */
  readonly isReplaced?: true
}

/** Returns how a step handles values outside the bounds. */
export const howKept = ({ method: { traits } }: BoundStep): KeptWithin['how'] =>
  traits.stochastic && traits.draws === 'numbers' ? 'folded' : 'moved'

/**
 * Describes the columns in which a step left values out of bounds.
 *
 * @param step - The step.
 * @param counts - Number of values brought within bounds, by column.
 * @param bounds - Bounds of numeric columns from the schema.
 * @returns The descriptions, with the moments that are no longer exact.
 */
export function keptColumns(
  step: BoundStep,
  counts: ReadonlyMap<string, number>,
  bounds: ReadonlyMap<string, ValueBounds>,
): readonly KeptWithin[] {
  const nearly = exactMoments(step)
  return [...counts].map(([column, values]): KeptWithin => {
    const said = boundsText(bounds.get(column) as ValueBounds)
    const lost = nearly.length === 0 ? {} : { nearly }
    return { step: step.method.id, column, values, how: howKept(step), bounds: said, ...lost }
  })
}

/**
 * Moves values that rounding put outside a bound to the nearest multiple within, or to the bound if there is none.
 *
 * @param values - Multiples of the step; changed in place.
 * @param step - The step.
 * @param bounds - The bounds.
 * @returns The same array.
 */
export function inwardToStep(values: Float64Array, step: ValueStep, { min, max }: ValueBounds): Float64Array {
  const least = inward(min, step, 1)
  const most = inward(max, step, -1)
  for (let i = 0; i < values.length; i++) {
    if (values[i] < min) values[i] = least <= max ? least : min
    else if (values[i] > max) values[i] = most >= min ? most : max
  }
  return values
}

/** Multiple of the step next to a bound, on the side of the sign. */
function inward(bound: number, step: ValueStep, sign: 1 | -1): number {
  if (!(Math.abs(bound) < Infinity)) return bound
  const near = nearestMultiple(bound, step)
  if (sign * (near - bound) >= 0) return near
  return nearestMultiple(near + sign * (step.whole / step.scale), step)
}

/** Folds or moves the values outside the bounds; returns undefined without a copy if there are none. */
export function broughtWithin(
  values: Float64Array,
  { min, max }: ValueBounds,
  how: KeptWithin['how'],
): { readonly values: Float64Array; readonly count: number } | undefined {
  let at = 0
  while (at < values.length && !(values[at] < min || values[at] > max)) at++
  if (at === values.length) return undefined
  const within = values.slice()
  let count = 0
  for (let i = at; i < values.length; i++) {
    const value = values[i]
    if (!(value < min || value > max)) continue
    count++
    within[i] = how === 'folded' ? foldWithin(value, min, max) : value < min ? min : max
  }
  return { values: within, count }
}

function boundsText({ min, max, time }: ValueBounds): string {
  const shown = (bound: number): string => (time === undefined ? String(bound) : isoText(time.kind, bound))
  return [...(min > -Infinity ? [`min: ${shown(min)}`] : []), ...(max < Infinity ? [`max: ${shown(max)}`] : [])].join(
    ', ',
  )
}

/** Warns if moved values break moments that a method keeps exactly. */
export function lostSentence(
  { method }: BoundStep,
  moments: readonly string[],
  counts: ReadonlyMap<string, number>,
): string | undefined {
  if (counts.size === 0 || moments.length === 0) return undefined
  const columns = [...counts].map(([column, values]) => `${column} (${values} values)`).join(', ')
  return (
    `${method.id}: ${moments.join(' and ')} differ from the original's, because values out of the schema's ` +
    `bounds were reflected: ${columns}`
  )
}
