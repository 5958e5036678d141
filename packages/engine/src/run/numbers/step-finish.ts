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

/** Changes of a step's numbers in one column, a few values at a time. */
export interface StepFinish {
  /** Step of the rounding; null for none. */
  readonly chosen: ChosenStep | null
  /** Rounds values that are within bounds. */
  rounded(values: Float64Array): Float64Array
  /** Moves rounded values that equal a code for a missing value. */
  codeFree(values: Float64Array): CodeFree
  /** Returns the released values, and how many were brought within bounds and moved off codes. */
  out(values: Float64Array): ReleasedNumbers
  /** The values as a next step gets them that masks the column. */
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
 * Makes the changes of a step's numbers in one column.
 *
 * @param step - The step.
 * @param context - The column that it masked.
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
      // What was drawn goes on as it would without bounds: rounded.
      if (free === undefined) free = isRounded(step, undefined) ? chosenStep(step, facts, undefined, false) : null
      return free === null ? values : roundToStep(values, free.of)
    },
  }
}

/**
 * Brings numbers that a method made within the bounds of the schema.
 *
 * Numbers that were drawn are folded (`foldWithin`): a value as far beyond a bound as it was drawn lies as far within, so
 * that none piles up at the bound, where it would say that a masked value was beyond. What was computed without a draw is set
 * to the bound: a base of 1000 that rounds 95 to 100 where 99 is the most says no more by 99. Both give equal values for
 * equal ones. Values that are the original's are within, and are not looked at.
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
  /** Number of values that were brought within the bounds of the schema, by column that has some. */
  readonly moved: ReadonlyMap<string, number>
  /** Number of unchanged values that stand out among finer ones, by column that has some. */
  readonly untouched: ReadonlyMap<string, number>
  /** Number of values that equalled a code for a missing value, by column that has some. */
  readonly coded: ReadonlyMap<string, number>
}

/** Released files of a step. The counts are the largest of all files. */
export interface FinishedFiles extends FinishedNumbers {
  readonly files: readonly FileState[]
}

/**
 * Brings the numbers that a method made within the bounds of the schema, and rounds those that it drew or computed to a
 * step that depends on the original column alone.
 *
 * y = fl(x + e) has last bits that depend on x: where x is large they are lost in the sum, where x is 0 all of those of e
 * are left. On multiples of one step, well above the last bit of the column's largest value, they are the same for all.
 * The step that the original values share (whole numbers, cents) moreover hides which cells were imputed; it can move a
 * mean by half a step, so that methods that keep moments exactly get a power of two of at most 2⁻³² of the standard
 * deviation (`fineStep`; more only where one value is so large that its own last bits ask for it). A whole column is
 * rounded, the cells that a method left as they were too: otherwise they could be told by their digits.
 *
 * Numbers without a draw in them, the averages of microaggregation above all, are rounded for who reads them: an age is no
 * 46.333. What was equal stays equal, so that k records that share their values still do; means are kept to the rounding.
 * A step after it gets the averages as they were computed, since rounding makes ties, and what was drawn as it would be without
 * bounds, since folding changes ranks (`unrounded`): so a reverse mapping gives the same bytes with bounds and without.
 *
 * Rounded values are within the bounds of the schema, on the multiple next to a bound that is none; whole numbers
 * (`integer`) are whole whatever the method and the precision.
 *
 * @param step - What was run; `precision` says what the user wants.
 * @param before - The file that the step began with.
 * @param made - What the step made of it.
 * @param plan - The original and its bounds.
 * @returns The files, with what each column was rounded to, what was moved, and cells that can be told by their digits.
 * @throws UNCHANGED where the masking is finer than the step, so that a column comes out as it went in
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

/** Number of values that are what they were, and are not 0: they stand out among fine ones by their few digits. */
export function countKept(values: Float64Array, was: Float64Array): number {
  let kept = 0
  for (let i = 0; i < values.length; i++) if (values[i] !== 0 && values[i] === was[i]) kept++
  return kept
}

/** Step of a column whose values share none. */
function finestOf(facts: ColumnFacts): ValueStep {
  return fineStep(facts.standardDeviation(), facts.largest()) ?? { whole: 1, scale: 1 }
}

/** Facts for the step of a column; undefined where it is not numeric. */
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

/** Rounding must not undo a masking: a column that was changed before it and is as it was after it. */
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

/** Equal numbers, missing ones too; −0, which rounding makes 0, is as it was. */
function sameValues(a: Float64Array, b: Float64Array): boolean {
  for (let i = 0; i < a.length; i++) {
    const [value, other] = [a[i], b[i]]
    if (value !== other && (value === value || other === other)) return false
  }
  return true
}
