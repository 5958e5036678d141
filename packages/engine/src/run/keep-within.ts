import { numeric, withColumns, type Column, type ValueBounds } from '@sdc/core'
import type { ValueStep } from '@sdc/stats'
import { foldWithin, nearestMultiple } from '@sdc/stats/internal'
import type { BoundStep } from '../bind/bind.js'
import type { FileState } from './assemble.js'
import { exactMoments } from './made-values.js'

/** How many values of a column a step left beyond the bounds of the schema, and what was done with them. */
export interface KeptWithin {
  /** The id of the method. */
  readonly step: string
  readonly column: string
  /** How many values were moved, in the file of several that has most of them. */
  readonly values: number
  /** Reflected at the bound, or set to it. */
  readonly how: 'folded' | 'moved'
  /** The bounds in the words of a schema: `min: 0`. */
  readonly bounds: string
  /** The moments that the method keeps exactly and that are then kept nearly; left out where it keeps none. */
  readonly nearly?: readonly string[]
  /** Whether a later step took the values as they were before. */
  readonly isReplaced?: true
}

/** The files of a step, within bounds. */
export interface KeptFiles {
  readonly files: readonly FileState[]
  /** Number of values that were moved, by column that has some; of several files that of the one that has most. */
  readonly moved: ReadonlyMap<string, number>
}

/**
 * Brings the numbers that a method made within the bounds of the schema.
 *
 * Numbers that were drawn are folded (`foldWithin`): a value as far beyond a bound as it was drawn lies as far within, so
 * that none piles up at the bound, where it would say that a masked value was beyond. What was computed without a draw is set
 * to the bound: a base of 1000 that rounds 95 to 100 where 99 is the most says no more by 99. Both give equal values for
 * equal ones. Values that are the original's are within, and are not looked at. Cost: a pass over each column that has
 * bounds; none without.
 *
 * @param step - What was run.
 * @param files - What it made.
 * @param bounds - What the schema says of the numbers of columns.
 * @returns The files, and what was moved in them.
 */
export function keepWithin(
  step: BoundStep,
  files: readonly FileState[],
  bounds: ReadonlyMap<string, ValueBounds>,
): KeptFiles {
  const bounded = step.columns.filter((name) => bounds.has(name))
  const { traits } = step.method
  if (bounded.length === 0 || traits.adds || traits.permutes) return { files, moved: new Map() }
  const how = howKept(step)
  const counts = new Map<string, number>()
  const within = files.map((file): FileState => {
    const columns = new Map<string, Column>()
    for (const name of bounded) {
      const column = file.data.names.includes(name) ? file.data.column(name) : undefined
      if (column?.kind !== 'numeric') continue
      const brought = broughtWithin(column.values, bounds.get(name) as ValueBounds, how)
      if (brought === undefined) continue
      counts.set(name, Math.max(brought.count, counts.get(name) ?? 0))
      columns.set(name, numeric(brought.values))
    }
    return columns.size === 0 ? file : { ...file, data: withColumns(file.data, columns) }
  })
  return { files: within, moved: counts }
}

const howKept = ({ method: { traits } }: BoundStep): KeptWithin['how'] =>
  traits.stochastic && traits.draws === 'numbers' ? 'folded' : 'moved'

/**
 * Describes the columns in which a step left values out of bounds.
 *
 * @param step - The step.
 * @param counts - Number of values brought within bounds, by column.
 * @param bounds - Bounds of numeric columns from the schema.
 * @returns The same for readers, with the moments that are no longer exact.
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
 * Values that rounding moved beyond a bound go to the nearest multiple within; to the bound itself where there is none.
 *
 * @param values - Multiples of the step; they are changed.
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

/** The multiple of the step that is next to a bound, on the side of the sign. */
function inward(bound: number, step: ValueStep, sign: 1 | -1): number {
  if (!(Math.abs(bound) < Infinity)) return bound
  const near = nearestMultiple(bound, step)
  if (sign * (near - bound) >= 0) return near
  return nearestMultiple(near + sign * (step.whole / step.scale), step)
}

/** The values with those beyond the bounds folded or moved, and how many these are; nothing is copied where none is. */
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

function boundsText({ min, max }: ValueBounds): string {
  return [...(min > -Infinity ? [`min: ${min}`] : []), ...(max < Infinity ? [`max: ${max}`] : [])].join(', ')
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
