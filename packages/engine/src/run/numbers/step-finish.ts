import {
  numeric,
  option,
  sameColumn,
  SdcError,
  withColumns,
  type Column,
  type Dataset,
  type NumericColumn,
  type ValueBounds,
} from '@sdc/core'
import { roundToStep, standardDeviation, type ValueStep } from '@sdc/stats'
import { commonStep, fineStep } from '@sdc/stats/internal'
import type { BoundPlan, BoundStep } from '../../bind/bind.js'
import type { MissingCodes } from '../../bind/missing-codes.js'
import type { FileState } from '../files/assemble.js'
import { broughtWithin, howKept, inwardToStep } from './keep-within.js'
import { madeValues } from './made-values.js'
import { toTimeUnit } from '../../bind/time-bounds.js'
import { offCodes, type CodeFree } from './off-codes.js'
import { chosenStep, isRounded, type ChosenStep, type ColumnFacts } from './precision.js'

/** Conversion of a step's numbers in one column to released ones, a few values at a time. */
export interface StepFinish {
  /** Step of the rounding; null for none. */
  readonly chosen: ChosenStep | null
  /** Rounds values that are within bounds. */
  rounded(values: Float64Array): Float64Array
  /** Moves rounded values that equal a code for a missing value. */
  codeFree(values: Float64Array): CodeFree
  /** Returns the released values, with the numbers of values brought within bounds and moved off codes. */
  out(values: Float64Array): ReleasedNumbers
  /** Returns the values for a next step that masks the column. */
  next(values: Float64Array): Float64Array
}

/** Released numbers of a masked column. */
export interface ReleasedNumbers {
  readonly values: Float64Array
  /** Number of values brought within bounds. */
  readonly moved: number
  /** Number of values that equalled a code for a missing value. */
  readonly coded: number
}

/** Facts about a numeric column that a step has masked. */
export interface FinishContext {
  /** Facts about the original's column. */
  readonly facts: ColumnFacts
  readonly bounds: ValueBounds | undefined
  /** Its codes for missing values. */
  readonly codes: MissingCodes | undefined
  /** True if values of the column were brought within bounds. */
  readonly moved: boolean
}

/**
 * Makes the conversion of a step's numbers in one column.
 *
 * @param step - The step.
 * @param context - The masked column.
 * @returns Functions of a few of its values at a time.
 */
export function finishOf(step: BoundStep, { facts, bounds, codes, moved }: FinishContext): StepFinish {
  const sort = madeValues(step)
  const chosen = isRounded(step, bounds) ? chosenStep(step, facts, bounds, moved) : null
  const rounded = (values: Float64Array): Float64Array => {
    if (chosen === null) return values
    const whole = roundToStep(values, chosen.of)
    const made = bounds?.time ? toTimeUnit(whole, bounds.time) : whole
    return bounds ? inwardToStep(made, chosen.of, bounds) : made
  }
  let own: ValueStep | undefined
  const stepOf = (): ValueStep => (own ??= chosen?.of ?? facts.commonStep() ?? finestOf(facts))
  const codeFree = (values: Float64Array): CodeFree =>
    codes === undefined ? { values, count: 0 } : offCodes(values, codes, stepOf, bounds)
  const out = (values: Float64Array): ReleasedNumbers => {
    const within = withinBounds(step, values, bounds)
    const free = codeFree(rounded(within.values))
    return { values: free.values, moved: within.moved, coded: free.count }
  }
  let free: ChosenStep | null | undefined
  return {
    chosen,
    rounded,
    codeFree,
    out,
    next(values) {
      if (chosen === null && !moved) return out(values).values
      if (sort !== 'drawn') return values
      if (bounds === undefined) return out(values).values
      // The next step gets drawn values as they would be without bounds: rounded.
      if (free === undefined) free = isRounded(step, undefined) ? chosenStep(step, facts, undefined, false) : null
      return free === null ? values : roundToStep(values, free.of)
    },
  }
}

/**
 * Brings numbers that a method made within the bounds of the schema.
 *
 * Drawn numbers are folded (`foldWithin`): a value outside a bound is reflected to the same distance within. So no
 * values pile up at the bound, where they would disclose that the masked value was outside. Numbers that were computed
 * without a draw are set to the bound: with base 1000 and a maximum of 99, 95 is rounded to 100 and moved to 99, which
 * discloses no more. Both keep equal values equal. Values of the original are within the bounds, and are not examined.
 */
function withinBounds(
  step: BoundStep,
  values: Float64Array,
  bounds: ValueBounds | undefined,
): { readonly values: Float64Array; readonly moved: number } {
  const { adds, permutes } = step.method.traits
  const brought = bounds && !adds && !permutes ? broughtWithin(values, bounds, howKept(step)) : undefined
  return { values: brought?.values ?? values, moved: brought?.count ?? 0 }
}

/** Changes of the numbers that a step made in a file. */
export interface FinishedNumbers {
  /** Step of the rounding, by rounded column. */
  readonly rounding: ReadonlyMap<string, ChosenStep>
  /** Number of values brought within the bounds of the schema, by column with any. */
  readonly moved: ReadonlyMap<string, number>
  /** Number of unchanged values that are recognisable among finer ones, by column with any. */
  readonly untouched: ReadonlyMap<string, number>
  /** Number of values that equalled a code for a missing value, by column with any. */
  readonly coded: ReadonlyMap<string, number>
}

/** Released files of a step. The counts are the largest over all files. */
export interface FinishedFiles extends FinishedNumbers {
  readonly files: readonly FileState[]
}

/**
 * Brings the numbers that a method made within the bounds of the schema, and rounds drawn and computed numbers to a
 * step that depends only on the original column.
 *
 * The last bits of y = fl(x + e) depend on x: if x is large, the sum loses them; if x is 0, all bits of e remain.
 * Multiples of one step, well above the last bit of the column's largest value, have the same last bits for all x. The
 * step that the original values share (whole numbers, cents) also hides the imputed cells. It can move a mean by half a
 * step. Methods that keep moments exactly therefore get a power of two of at most 2⁻³² of the standard deviation
 * (`fineStep`); it is more only if the last bits of one large value require it. All values of a column are rounded,
 * including those that a method left unchanged, because their digits would otherwise distinguish them.
 *
 * Computed numbers, such as the averages of microaggregation, are rounded for readers: an age is not 46.333. Equal
 * values stay equal, so that k records still share their values; means are kept up to rounding. The next step gets the
 * averages unrounded, since rounding makes ties, and drawn values as without bounds, since folding changes ranks
 * (`unrounded`). Reverse mapping therefore gives the same bytes with and without bounds.
 *
 * Rounded values are within the bounds of the schema; if a bound is not a multiple, they are at the next multiple
 * within. Whole numbers (`integer`) are whole for any method and precision.
 *
 * @param step - The step; `precision` is the user's choice.
 * @param before - The file at the beginning of the step.
 * @param made - Result of the step.
 * @param plan - The original and its bounds.
 * @returns The files, with the step of each rounded column, and the numbers of moved and of recognisable cells.
 * @throws UNCHANGED if the masking is finer than the step, so that a column is unchanged after rounding.
 */
export function finishFiles(
  step: BoundStep,
  before: FileState,
  made: readonly FileState[],
  { original, bounds, codes }: Pick<BoundPlan, 'original' | 'bounds' | 'codes'>,
): FinishedFiles {
  const rounding = new Map<string, ChosenStep>()
  const moved = new Map<string, number>()
  const untouched = new Map<string, number>()
  const coded = new Map<string, number>()
  const changed = made.map(() => new Map<string, Column>())
  const unrounded = made.map(() => new Map<string, () => Column>())
  const isDrawn = madeValues(step) === 'drawn'
  for (const name of step.columns) {
    const facts = factsOf(isNumeric(original, name) ? original : before.data, name)
    const drawn = made.map(({ data }) => numbersIn(data, name))
    if (facts === undefined || drawn.every((values) => values === undefined)) continue
    const own = bounds.get(name)
    const within = drawn.map((values) => values && withinBounds(step, values, own))
    const most = Math.max(...within.map((one) => one?.moved ?? 0))
    if (most > 0) moved.set(name, most)
    const context = { facts, bounds: own, codes: codes.get(name), moved: most > 0 }
    const { chosen, rounded, codeFree, next } = finishOf(step, context)
    if (chosen !== null) rounding.set(name, chosen)
    else if (most === 0 && context.codes === undefined) continue
    for (const [f, values] of drawn.entries()) {
      const asDrawn = within[f]?.values
      if (values === undefined || asDrawn === undefined) continue
      const free = codeFree(rounded(asDrawn))
      const released = free.values
      if (free.count > 0) coded.set(name, Math.max(free.count, coded.get(name) ?? 0))
      if (released !== values) changed[f].set(name, withKindsOf(made[f].data.column(name), released))
      if ((chosen !== null || most > 0) && (!isDrawn || own !== undefined))
        unrounded[f].set(name, () => numeric(next(values)))
      if (chosen === null || made[f].data.rows !== before.data.rows) continue
      const was = before.data.names.includes(name) ? before.data.column(name) : undefined
      if (was?.kind !== 'numeric') continue
      const isSame = sameValues(was.values, released) && !sameColumn(was, numeric(asDrawn))
      if (isSame && made[f].origin.every((row, i) => row === before.origin[i])) throw roundedAway(step, name, chosen)
      const left = f === 0 && isDrawn && chosen.finer ? countKept(released, was.values) : 0
      if (left > 0) untouched.set(name, left)
    }
  }
  const files = made.map((file, f): FileState => {
    if (changed[f].size + unrounded[f].size === 0) return file
    const data = withColumns(file.data, changed[f])
    return { ...file, data, ...(unrounded[f].size > 0 && { unrounded: unrounded[f] }) }
  })
  return { files, rounding, moved, untouched, coded }
}

/** Numbers with the kinds of missing values of their column. */
function withKindsOf({ missingKinds }: Column, values: Float64Array): NumericColumn {
  return { kind: 'numeric', values, ...(missingKinds && { missingKinds }) }
}

/** Counts the values that are unchanged and not 0: their few digits distinguish them among finer values. */
export function countKept(values: Float64Array, was: Float64Array): number {
  let kept = 0
  for (let i = 0; i < values.length; i++) if (values[i] !== 0 && values[i] === was[i]) kept++
  return kept
}

/** Step of a column whose values do not share one. */
function finestOf(facts: ColumnFacts): ValueStep {
  return fineStep(facts.standardDeviation(), facts.largest()) ?? { whole: 1, scale: 1 }
}

/** Facts for the step of a column; undefined if it is not numeric. */
function factsOf(data: Dataset, name: string): ColumnFacts | undefined {
  const values = numbersIn(data, name)
  return values && factsOfValues(values)
}

/** Facts of numbers in memory. */
export function factsOfValues(values: Float64Array): ColumnFacts {
  return {
    commonStep: () => commonStep(values),
    standardDeviation: () => standardDeviation(values),
    largest: () => largestOf(values),
  }
}

function numbersIn(data: Dataset, name: string): Float64Array | undefined {
  return isNumeric(data, name) ? (data.column(name) as NumericColumn).values : undefined
}

function isNumeric(data: Dataset, name: string): boolean {
  return data.names.includes(name) && data.column(name).kind === 'numeric'
}

function largestOf(values: Float64Array): number {
  let largest = 0
  for (let i = 0; i < values.length; i++) if (Math.abs(values[i]) > largest) largest = Math.abs(values[i])
  return largest
}

/** Error of a column that was changed, and that rounding makes equal to the original again. */
function roundedAway({ method }: BoundStep, name: string, { of }: ChosenStep): SdcError {
  return new SdcError(
    'UNCHANGED',
    `${method.id} changed every value of column "${name}" by less than half of the step ` +
      `${of.whole / of.scale} that the original values share: after rounding, all are unchanged`,
    { method: method.id, column: name },
    `Mask more strongly. With ${option('precision', 'fine')} (precision: fine in a plan) the small changes are released, ` +
      'but an intruder can round them away.',
  )
}

/** Compares numbers; missing ones are equal, and so are 0 and −0, because rounding turns −0 into 0. */
function sameValues(a: Float64Array, b: Float64Array): boolean {
  for (let i = 0; i < a.length; i++) {
    const [value, other] = [a[i], b[i]]
    if (value !== other && (value === value || other === other)) return false
  }
  return true
}
