import {
  claimed,
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
import type { BoundStep } from '../bind/bind.js'
import type { FileState } from './assemble.js'
import { inwardToStep } from './keep-within.js'
import { exactMoments, madeValues } from './made-values.js'

/** What a column was rounded to multiples of, after a method whose values are not the original's. */
export interface RoundedColumn {
  /** The id of the method. */
  readonly step: string
  readonly column: string
  /** A power of two of the column's spread; otherwise the step that the original values share. */
  readonly fine: boolean
  /** The step itself. */
  readonly to: number
  /** The moments that the method keeps exactly and that rounding leaves nearly so; left out where there are none. */
  readonly nearly?: readonly string[]
  /** Whether a warning has said so: of what was drawn, where the user or the schema wants a step as coarse. */
  readonly isWarnedOf?: true
}

/** The files of a step, rounded. */
export interface RoundedFiles {
  readonly files: readonly FileState[]
  /** Step of each rounded column. */
  readonly rounding: ReadonlyMap<string, ChosenStep>
  /** Number of values that the method left unchanged among finer ones, by column that has some. */
  readonly untouched: ReadonlyMap<string, number>
}

/** What rounding asks of a run. */
export interface RoundingContext {
  /** The file before any step, whose columns the steps are those of. */
  readonly original: Dataset
  /** What the schema says of the numbers of columns. */
  readonly bounds: ReadonlyMap<string, ValueBounds>
  /** The columns of which values were brought within bounds: no fine step keeps their moments any more. */
  readonly moved: ReadonlySet<string>
}

/**
 * Rounds the numbers that a method drew or computed to a step that depends on the original column alone.
 *
 * y = fl(x + e) has last bits that depend on x: where x is large they are lost in the sum, where x is 0 all of those of e
 * are left. On multiples of one step, well above the last bit of the column's largest value, they are the same for all.
 * The step that the original values share (whole numbers, cents) moreover hides which cells were imputed; it can move a
 * mean by half a step, so that methods that keep moments exactly get a power of two of at most 2⁻³² of the standard
 * deviation (`fineStep`; more only where one value is so large that its own last bits ask for it). A whole column is rounded, the cells that a method left as they were too: otherwise they could be told by
 * their digits.
 *
 * Numbers without a draw in them, the averages of microaggregation above all, are rounded for who reads them: an age is no
 * 46.333. What was equal stays equal, so that k records that share their values still do; means are kept to the rounding.
 * A step after it gets the averages as they were computed, since rounding makes ties, and what was drawn as it would be without
 * bounds, since folding changes ranks (`unrounded`): so a reverse mapping gives the same bytes with bounds and without.
 *
 * Rounded values are within the bounds of the schema, on the multiple next to a bound that is none; whole numbers
 * (`integer`) are whole whatever the method and the precision.
 *
 * @param step what was run; `precision` says what the user wants
 * @param before the file that the step began with
 * @param files what the step made of it
 * @param context the original and its bounds
 * @param made the files before values were brought within bounds
 * @returns the files, what each column was rounded to, and cells that can be told by their digits
 * @throws UNCHANGED where the masking is finer than the step, so that a column comes out as it went in
 */
export function roundDrawn(
  step: BoundStep,
  before: FileState,
  files: readonly FileState[],
  context: RoundingContext,
  made: readonly FileState[] = files,
): RoundedFiles {
  const sort = madeValues(step)
  const steps = new Map(
    step.columns.flatMap((name) => {
      if (!isRounded(step, context.bounds.get(name))) return []
      const chosen = stepOf(step, context, before.data, name)
      return chosen === null || !files.some(({ data }) => isNumeric(data, name)) ? [] : [[name, chosen] as const]
    }),
  )
  if (steps.size === 0 && context.moved.size === 0) return { files, rounding: steps, untouched: new Map() }
  const roundedFreely = (column: NumericColumn, name: string): Column => {
    if (!isRounded(step, undefined)) return column
    const free = stepOf(step, { ...context, bounds: new Map(), moved: new Set() }, before.data, name)
    return free === null ? column : numeric(roundToStep(column.values, free.of))
  }
  const changed = files.map((file, f): FileState => {
    const columns = new Map<string, Column>()
    const unrounded = new Map<string, () => Column>()
    for (const name of new Set([...steps.keys(), ...context.moved])) {
      if (!isNumeric(file.data, name)) continue
      const fresh = made[f].data.column(name) as NumericColumn
      // What was drawn goes on as it would without bounds: rounded.
      if (sort !== 'drawn') unrounded.set(name, () => fresh)
      else if (context.bounds.has(name)) unrounded.set(name, () => roundedFreely(fresh, name))
      const of = steps.get(name)?.of
      if (of === undefined) continue
      const values = roundToStep((file.data.column(name) as NumericColumn).values, of)
      const bounds = context.bounds.get(name)
      columns.set(name, numeric(bounds ? inwardToStep(values, of, bounds) : values))
    }
    return { ...file, data: withColumns(file.data, columns), ...(unrounded.size > 0 && { unrounded }) }
  })
  const untouched = new Map<string, number>()
  for (const [f, file] of changed.entries()) {
    for (const [name, chosen] of steps) {
      const compared = { before, drawn: files[f], file }
      refuseUnchanged(step, name, chosen, compared)
      const count = f === 0 && sort === 'drawn' ? countUntouched(name, chosen, compared) : 0
      if (count > 0) untouched.set(name, count)
    }
  }
  return { files: changed, rounding: steps, untouched }
}

/**
 * Describes a column that was rounded after a step.
 *
 * @param step - The step.
 * @param column - The column.
 * @param chosen - The step of the rounding.
 * @returns The same for readers.
 */
export function roundedColumn(step: BoundStep, column: string, { of, fine, share }: ChosenStep): RoundedColumn {
  const sort = madeValues(step)
  const nearly = sort === 'computed' || share > HARMLESS_SHARE ? exactMoments(step) : []
  const lost = nearly.length === 0 ? {} : { nearly, ...(sort === 'drawn' && { isWarnedOf: true as const }) }
  return { step: step.method.id, column, fine, to: of.whole / of.scale, ...lost }
}

/**
 * A file as the step before left it to the next: with the columns that the next one masks as they were computed. What
 * moves values on the grid of the masked file gets that grid.
 *
 * @param file - What the steps so far made, rounded.
 * @param step - The next step.
 * @returns What it is to work with.
 */
export function unroundedFor(file: FileState, { method: { traits }, columns }: BoundStep): FileState {
  if (file.unrounded === undefined || (traits.postMasking && traits.draws === 'numbers')) return file
  const own = [...file.unrounded].filter(([name]) => columns.includes(name) && file.data.names.includes(name))
  if (own.length === 0) return file
  return { ...file, data: withColumns(file.data, new Map(own.map(([name, made]) => [name, made()]))) }
}

/** Returns true if a column is rounded after a step: by its kind of values, and whole numbers always. */
export function isRounded(step: BoundStep, bounds: ValueBounds | undefined): boolean {
  const sort = madeValues(step)
  const whole = bounds?.integer === true && !keepsValues(step)
  if (sort === 'own') return whole
  if (sort === 'drawn') return whole || step.precision !== 'full'
  return whole || step.precision === 'auto' || step.precision === 'column'
}

/** Whether a step gives values of the original back, which need not be rounded whatever they are to be. */
function keepsValues({ method: { traits }, params }: BoundStep): boolean {
  return traits.adds || traits.permutes || claimed(traits.claims.marginals, params)
}

export interface ChosenStep {
  readonly of: ValueStep
  readonly fine: boolean
  /** True if the original values share a coarser step: unchanged values then show it. */
  readonly finer: boolean
  /** Step over the standard deviation; rounding can move a mean by half of it. Set for a step that keeps moments. */
  readonly share: number
}

/** Facts that determine the step of a column, from a column in memory or from the totals of its blocks. */
export interface ColumnFacts {
  /** The step that its values share. */
  commonStep(): ValueStep | null
  standardDeviation(): number
  /** The greatest size of a value. */
  largest(): number
}

/** The step of a column; null where it is not numeric, or its values are too small to have one. */
function stepOf(step: BoundStep, context: RoundingContext, before: Dataset, name: string): ChosenStep | null {
  const { original, bounds, moved } = context
  const data = isNumeric(original, name) ? original : before
  const column = data.names.includes(name) ? data.column(name) : undefined
  if (column?.kind !== 'numeric') return null
  const { values } = column
  const facts: ColumnFacts = {
    commonStep: () => commonStep(values),
    standardDeviation: () => standardDeviation(values),
    largest: () => largestOf(values),
  }
  return chosenStep(step, facts, bounds.get(name), moved.has(name))
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
  const isWhole = bounds?.integer === true
  const requirements = precision === 'fine' || precision === 'full' || (precision === 'auto' && keepsMoments)
  const own = isWhole && (requirements || sort === 'own') ? ones : (facts.commonStep() ?? (isWhole ? ones : null))
  if (own === null && sort !== 'drawn') return null
  const fine = own === null || (!isWhole && requirements)
  // Three passes over the records, which nobody asks for otherwise.
  const sd = fine || keepsMoments ? facts.standardDeviation() : Number.NaN
  const sameSpread = keepsMoments && exactMoments(step).includes('covariances')
  const of = fine ? fineStep(sd, facts.largest(), sameSpread) : own
  return of && { of, fine, finer: fine && own !== null, share: of.whole / of.scale / sd }
}

/** Multiples of 1. */
const ones: ValueStep = { whole: 1, scale: 1 }

function isNumeric(data: Dataset, name: string): boolean {
  return data.names.includes(name) && data.column(name).kind === 'numeric'
}

function largestOf(values: Float64Array): number {
  let largest = 0
  for (let i = 0; i < values.length; i++) if (Math.abs(values[i]) > largest) largest = Math.abs(values[i])
  return largest
}

/** Half of a step below this share of a standard deviation moves no mean by 1e-9 of it. */
const HARMLESS_SHARE = 2e-9

/**
 * Words the warning for a step that keeps moments only nearly, because of rounding.
 *
 * @param step - The step.
 * @param steps - Steps of the rounding of its columns.
 * @param bounds - Their bounds from the schema.
 * @returns The sentence; `undefined` if none is needed.
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
      : lost.every(([name]) => bounds.get(name)?.integer)
        ? 'the schema requires whole numbers (integer: true)'
        : 'their values allow no finer step'
  return `${step.method.id}: ${moments.join(' and ')} hold only up to rounding, not exactly, for ${names}: ${why}`
}

/** Number of cells that a method left as they were: they stand out among fine ones by their few digits. */
function countUntouched(name: string, { finer }: ChosenStep, { before, file }: Compared): number {
  const was = before.data.names.includes(name) ? before.data.column(name) : undefined
  if (!finer || was?.kind !== 'numeric' || !isNumeric(file.data, name) || file.data.rows !== before.data.rows) return 0
  const { values } = file.data.column(name) as { values: Float64Array }
  let left = 0
  for (let i = 0; i < values.length; i++) if (values[i] !== 0 && values[i] === was.values[i]) left++
  return left
}

/** Words the warning for values that a method left unchanged among finer ones. */
export function untouchedSentence(id: string, name: string, left: number): string {
  return (
    `${id}: ${left} value(s) of "${name}" are unchanged, and their digits distinguish them from the drawn ` +
    'ones; precision: column hides which they are'
  )
}

interface Compared {
  readonly before: FileState
  readonly drawn: FileState
  readonly file: FileState
}

/** Rounding must not undo a masking: a column that was changed before it and is as it was after it. */
function refuseUnchanged(step: BoundStep, name: string, { of }: ChosenStep, { before, drawn, file }: Compared): void {
  const rows = file.data.rows
  if (rows !== before.data.rows || !file.data.names.includes(name) || !before.data.names.includes(name)) return
  const was = before.data.column(name)
  if (!sameValues(was, file.data.column(name)) || sameColumn(was, drawn.data.column(name))) return
  if (drawn.origin.some((row, i) => row !== before.origin[i])) return
  throw new SdcError(
    'UNCHANGED',
    `${step.method.id} changed every value of column "${name}" by less than half of the step ` +
      `${of.whole / of.scale} that the original values share: after rounding, all are unchanged`,
    { method: step.method.id, column: name },
    `Mask more strongly. With ${option('precision', 'fine')} (precision: fine in a plan) the small changes are released, ` +
      'but an intruder can round them away.',
  )
}

/** Equal numbers, missing ones too; −0, which rounding makes 0, is as it was. */
function sameValues(a: Column, b: Column): boolean {
  if (a.kind !== 'numeric' || b.kind !== 'numeric') return false
  for (let i = 0; i < a.values.length; i++) {
    const [value, other] = [a.values[i], b.values[i]]
    if (value !== other && (value === value || other === other)) return false
  }
  return true
}
