import {
  isSdcError,
  listed,
  numeric,
  numericValues,
  SdcError,
  takeColumn,
  takeRows,
  withColumns,
  type Column,
  type Dataset,
} from '@sdc/core'
import { unitsOf } from '@sdc/toolkit/internal'
import type { BoundStep } from '../../bind/bind.js'
import { numbersUpTo } from '../../bind/in-place.js'
import { valueSpread } from '../checks/check-columns.js'
import { unchangedError } from '../checks/check-file.js'
import type { FileState } from '../files/assemble.js'
import type { StepContext } from '../groups/step-context.js'
import { exactMoments } from '../numbers/made-values.js'
import { unroundedFor } from '../numbers/precision.js'
import { finishFiles } from '../numbers/step-finish.js'
import type { FileOutcome } from '../outcomes/outcome.js'
import { keepsRecords, runRecords, withEarlier, type StepResult } from '../run-records.js'
import { changesOf, pathsOf, rebuilt, type Changes, type Paths } from './paths.js'

/** First values of persons, or their changes, as a file for the method. */
interface Part {
  /** Its name in messages. */
  readonly of: string
  /** Record of each of its rows. */
  readonly rows: Int32Array
  /** Returns a column of the step in this part. */
  column(values: Float64Array): Float64Array
}

/**
 * Masks the first value of each person and the changes between their waves separately, and adds them up: y_1 = m(x_1),
 * y_t = y_s + m(x_t − x_s). Here s is the last wave before t in which the person has a value.
 *
 * A part in which all values of a column are equal is unchanged. The sums are brought within bounds, rounded and moved
 * off codes for missing values like other masked numbers. Missing cells stay missing.
 *
 * @param step - A step with `waves: changes`.
 * @param from - The file.
 * @param context - The context of the step on that file.
 * @returns The masked file and its outcome.
 * @throws BAD_PLAN for records without an original; the errors of the method, worded for a part.
 */
export async function runChanges(step: BoundStep, from: FileState, context: StepContext): Promise<StepResult> {
  const { roles, original } = context
  const { person = '', wave = '' } = roles
  if (from.origin.some((row) => row < 0)) throw madeRecords(step)
  const state = unroundedFor(from, step)
  const own = (name: string): Column => takeColumn(original.column(name), from.origin)
  const paths = pathsOf(unitsOf(own(person)), own(wave))
  const before = takeRows(original, from.origin)
  const parts: readonly Part[] = [
    { of: 'first values of persons', rows: paths.firsts, column: (x) => changesOf(x, paths).bases },
    {
      of: 'changes between waves',
      rows: paths.laters,
      // A first value that is not in the first record has no change there.
      column: (x) => takeNumbers(changesOf(x, paths).changes, paths.laters),
    },
  ]
  const made: ReadonlyMap<string, Float64Array>[] = []
  const outcomes: FileOutcome[] = []
  const warnings: string[] = [...doubledSentence(paths, person, wave), ...momentsSentence(step)]
  for (const [p, part] of parts.entries()) {
    const tick = (fraction: number): void => context.tick((p + fraction) / parts.length)
    const masked = await maskPart(step, part, { state, before }, { ...context, tick })
    made.push(masked.columns)
    if (masked.outcome) outcomes.push(masked.outcome)
    if (masked.left.length > 0 && part.rows.length > 0)
      warnings.push(`${step.method.id}: all ${part.of} of ${listed(masked.left)} are equal and stay unchanged`)
  }
  const columns = new Map<string, Column>()
  for (const name of step.columns) {
    const x = numericValues(state.data, name)
    const { bases, changes } = changesOf(x, paths)
    made[1].get(name)?.forEach((value, at) => (changes[paths.laters[at]] = value))
    const masked: Changes = { bases: made[0].get(name) ?? bases, changes }
    if (made.every((one) => !one.has(name))) throw unchangedError(step.method.id, name, false)
    columns.set(name, numeric(rebuilt(masked, x, paths)))
  }
  const file: FileState = { data: withColumns(from.data, columns), origin: from.origin }
  const { files, ...finished } = finishFiles(asSums(step), state, [file], context)
  return {
    files: files.map((one) => withEarlier(one, from, step)),
    outcome: {
      columns: step.columns,
      warnings: [...warnings, ...outcomes.flatMap((one) => one.warnings)],
      reports: outcomes.flatMap((one) => one.reports),
      ...finished,
      restored: state === from ? [] : step.columns.filter((name) => from.unrounded?.has(name) === true),
      exact: [],
      byChance: [],
      shielded: [],
      missing: outcomes.flatMap((one) => one.missing ?? []),
      filled: context.filled,
    },
  }
}

/** Runs the method on a part, unrounded and without bounds, which apply to the sums. */
async function maskPart(
  step: BoundStep,
  { of, rows, column }: Part,
  { state, before }: { readonly state: FileState; readonly before: Dataset },
  context: StepContext,
): Promise<{
  readonly columns: ReadonlyMap<string, Float64Array>
  readonly left: readonly string[]
  readonly outcome?: FileOutcome
}> {
  const partOf = (data: Dataset): Dataset =>
    withColumns(
      takeRows(data, rows),
      new Map(step.columns.map((name) => [name, numeric(column(numericValues(data, name)))])),
    )
  const data = partOf(state.data)
  const columns = step.columns.filter((name) => valueSpread(data.column(name)) === 'several')
  const left = step.columns.filter((name) => !columns.includes(name) && valueSpread(data.column(name)) === 'one')
  if (columns.length === 0) return { columns: new Map(), left }
  const part: FileState = { data, origin: numbersUpTo(rows.length) }
  const bare = { ...step, columns, precision: 'full' as const, left: [] }
  const around = { ...context, original: partOf(before), bounds: new Map(), codes: new Map(), filled: new Map() }
  try {
    const result = await runRecords(bare, part, { ...around, rng: context.rng.child(of) })
    if (!keepsRecords(result, part)) throw madeRecords(step)
    const [file] = result.files
    const { outcome } = result
    const reports = outcome.reports.map((report) => ({
      ...report,
      group: report.group === '' ? of : `${of}, ${report.group}`,
      ...(report.origin && { origin: report.origin.map((row) => state.origin[rows[row]]) }),
    }))
    return {
      columns: new Map(columns.map((name) => [name, numericValues(file.data, name)])),
      left,
      outcome: { ...outcome, warnings: outcome.warnings.map((one) => `${one} (${of})`), reports },
    }
  } catch (error) {
    if (!isSdcError(error)) throw error
    throw new SdcError(error.code, `${error.message} (${of})`, error.place, error.fix)
  }
}

/** The step with sums as its numbers: they are not values of the original, and have no exact moments. */
function asSums(step: BoundStep): BoundStep {
  const { traits } = step.method
  const isDrawn = traits.stochastic && traits.draws === 'numbers' && !traits.permutes
  return {
    ...step,
    method: { ...step.method, traits: { ...traits, permutes: false, stochastic: isDrawn, claims: {} } },
  }
}

function takeNumbers(values: Float64Array, rows: Int32Array): Float64Array {
  return Float64Array.from(rows, (row) => values[row])
}

function madeRecords({ method }: BoundStep): SdcError {
  const message = `${method.id} cannot mask changes between waves: records are new and belong to no person`
  return new SdcError(
    'BAD_PLAN',
    message,
    { method: method.id },
    'Mask changes before records are made, or leave out waves.',
  )
}

/** Warns of persons with two records in one wave, whose order is that of the file. */
function doubledSentence({ doubled }: Paths, person: string, wave: string): string[] {
  if (doubled === 0) return []
  const who = doubled === 1 ? '1 person ("' + person + '") has' : `${doubled} persons ("${person}") have`
  return [`${who} several records in the same wave ("${wave}"): their changes follow the order of the file`]
}

function momentsSentence(step: BoundStep): string[] {
  const moments = exactMoments(step)
  if (moments.length === 0) return []
  return [`${step.method.id}: exact ${moments.join(' and ')} hold for first values and for changes, not for each wave`]
}
