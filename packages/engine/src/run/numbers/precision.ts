import { claimed, withColumns, type ValueBounds } from '@sdc/core'
import type { ValueStep } from '@sdc/stats'
import { fineStep } from '@sdc/stats/internal'
import type { BoundStep } from '../../bind/bind.js'
import type { FileState } from '../files/assemble.js'
import { exactMoments, madeValues } from './made-values.js'

/** Rounding of a column after a method whose values are not the original's. */
export interface RoundedColumn {
  /** Id of the method. */
  readonly step: string
  readonly column: string
  /** True for a power of two of the column's spread; false for the step that the original values share. */
  readonly fine: boolean
  /** The step itself. */
  readonly to: number
  /** Moments that the method keeps exactly, and that rounding keeps only nearly; absent without any. */
  readonly nearly?: readonly string[]
  /** True if a warning reports it: for drawn values, if the user or the schema requires such a coarse step. */
  readonly isWarnedOf?: true
}

/**
 * Describes a column that was rounded after a step.
 *
 * @param step - The step.
 * @param column - The column.
 * @param chosen - The step of the rounding.
 * @returns The description.
 */
export function roundedColumn(step: BoundStep, column: string, { of, fine, share }: ChosenStep): RoundedColumn {
  const sort = madeValues(step)
  const nearly = sort === 'computed' || share > HARMLESS_SHARE ? exactMoments(step) : []
  const lost = nearly.length === 0 ? {} : { nearly, ...(sort === 'drawn' && { isWarnedOf: true as const }) }
  return { step: step.method.id, column, fine, to: of.whole / of.scale, ...lost }
}

/**
 * Returns a file as the next step gets it: the columns that this step masks have their unrounded values. A method that
 * moves values on the grid of the masked file gets the rounded values.
 *
 * @param file - Rounded result of the steps so far.
 * @param step - The next step.
 * @returns Its input.
 */
export function unroundedFor(file: FileState, { method: { traits }, columns }: BoundStep): FileState {
  if (file.unrounded === undefined || (traits.postMasking && traits.draws === 'numbers')) return file
  const own = [...file.unrounded].filter(([name]) => columns.includes(name) && file.data.names.includes(name))
  if (own.length === 0) return file
  return { ...file, data: withColumns(file.data, new Map(own.map(([name, made]) => [name, made()]))) }
}

/** Tests whether a column is rounded after a step: by the origin of its values; whole numbers always. */
export function isRounded(step: BoundStep, bounds: ValueBounds | undefined): boolean {
  const sort = madeValues(step)
  const whole = isWholeColumn(bounds) && !keepsValues(step)
  if (sort === 'own') return whole
  if (sort === 'drawn') return whole || step.precision !== 'full'
  return whole || step.precision === 'auto' || step.precision === 'column'
}

/** Tests whether a step gives values of the original back, which need no rounding. */
export function keepsValues({ method: { traits }, params }: BoundStep): boolean {
  return traits.adds || traits.permutes || claimed(traits.claims.marginals, params)
}

export interface ChosenStep {
  readonly of: ValueStep
  readonly fine: boolean
  /** True if the original values share a coarser step, so that unchanged values are recognisable. */
  readonly finer: boolean
  /**
   * Step divided by the standard deviation; rounding can move a mean by half of it. Set for a step that keeps moments.
   */
  readonly share: number
}

/** Facts that determine the step of a column, from a column in memory or from the totals of its blocks. */
export interface ColumnFacts {
  /** Returns the step that its values share. */
  commonStep(): ValueStep | null
  standardDeviation(): number
  /** Returns the greatest absolute value. */
  largest(): number
}

/**
 * Chooses the step to which the values of a column are rounded.
 *
 * @param step - The step.
 * @param facts - Facts about the original's column.
 * @param bounds - Its bounds from the schema.
 * @param moved - True if values were brought within these bounds.
 * @returns The step; null for no rounding.
 */
export function chosenStep(
  step: BoundStep,
  facts: ColumnFacts,
  bounds: ValueBounds | undefined,
  moved: boolean,
): ChosenStep | null {
  const { precision } = step
  const sort = madeValues(step)
  const keepsMoments = sort === 'drawn' && exactMoments(step).length > 0 && !moved
  const isWhole = isWholeColumn(bounds)
  const requirements = precision === 'fine' || precision === 'full' || (precision === 'auto' && keepsMoments)
  const own = isWhole && (requirements || sort === 'own') ? ones : (facts.commonStep() ?? (isWhole ? ones : null))
  if (own === null && sort !== 'drawn') return null
  const fine = own === null || (!isWhole && requirements)
  // Takes three passes over the records, and is needed only here.
  const sd = fine || keepsMoments ? facts.standardDeviation() : Number.NaN
  const sameSpread = keepsMoments && exactMoments(step).includes('covariances')
  const of = fine ? fineStep(sd, facts.largest(), sameSpread) : own
  return of && { of, fine, finer: fine && own !== null, share: of.whole / of.scale / sd }
}

/** Whole numbers by the schema; days and seconds of dates and times. */
function isWholeColumn(bounds: ValueBounds | undefined): boolean {
  return bounds?.integer === true || bounds?.time !== undefined
}

/** Multiples of 1. */
const ones: ValueStep = { whole: 1, scale: 1 }

/** Step, in standard deviations, up to which rounding moves no mean by more than 1e-9 standard deviations. */
const HARMLESS_SHARE = 2e-9

/**
 * Words the warning for a step that keeps moments only nearly because of rounding.
 *
 * @param step - The step.
 * @param steps - Steps of the rounding of its columns.
 * @param bounds - Their bounds from the schema.
 * @returns The sentence; undefined if none is needed.
 */
export function momentsSentence(
  step: BoundStep,
  steps: ReadonlyMap<string, ChosenStep>,
  bounds: ReadonlyMap<string, ValueBounds>,
): string | undefined {
  const moments = exactMoments(step)
  const lost = [...steps].filter(([, { share }]) => share > HARMLESS_SHARE)
  if (moments.length === 0 || lost.length === 0) return undefined
  const names = lost.map(([name, { of }]) => `${name} (multiples of ${of.whole / of.scale})`).join(', ')
  const why =
    step.precision === 'column'
      ? 'as requested (precision: column); fine keeps them'
      : lost.every(([name]) => isWholeColumn(bounds.get(name)))
        ? 'their values are whole numbers (integer: true in the schema, or dates)'
        : 'their values allow no finer step'
  return `${step.method.id}: ${moments.join(' and ')} hold only up to rounding, not exactly, for ${names}: ${why}`
}

/** Words the warning for values that a method left unchanged among finer ones. */
export function untouchedSentence(id: string, name: string, left: number): string {
  return (
    `${id}: ${left} value(s) of "${name}" are unchanged, and their digits distinguish them from the drawn ` +
    'ones; precision: column hides which they are'
  )
}
