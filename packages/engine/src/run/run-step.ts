import { dataset, isMissing, isSdcError, listed, numeric, SdcError, takeColumn, takeRows, type Column } from '@sdc/core'
import { unitsOf, type Units } from '@sdc/toolkit/internal'
import type { BoundStep } from '../bind/bind.js'
import { numbersUpTo } from '../bind/in-place.js'
import { refuseDiffering, unitRows, type UnitLevel } from '../bind/levels.js'
import type { FileState } from './files/assemble.js'
import { filledOriginals } from './files/filled-original.js'
import type { StepFindings } from './outcomes/outcome.js'
import { keepsRecords, runRecords, type StepResult } from './run-records.js'
import { runChanges } from './waves/run-changes.js'
import type { StepContext } from './groups/step-context.js'

/**
 * Runs one step of a plan on one file: checks, groups, method, and the check of its result. Columns of persons or
 * households are masked by one record for each.
 */
export async function runStep(step: BoundStep, from: FileState, context: StepContext): Promise<StepResult> {
  const { method, level, apart = [] } = step
  if (level !== undefined) return onUnits(step, level, from, context)
  if (step.waves === 'changes') return runChanges(step, from, context)
  const result = await runRecords(step, from, context)
  const { records, claims } = method.traits
  const isUndivided = records === 'synthetic' && claims.newPersons === undefined
  if (apart.length > 0 && isUndivided && keepsRecords(result, from)) {
    const message =
      `${method.id} keeps the records here, but would mask ${listed(apart)} (columns of persons or households) ` +
      'together with columns of records'
    throw new SdcError('BAD_PLAN', message, { method: method.id, column: apart[0] }, 'Mask them in two steps.')
  }
  return result
}

/**
 * Runs a step on one record for each person (or household), and copies the result to all their records.
 *
 * The value of a person is that of their first record with a value. Missing cells are missing again, unless the step
 * imputes them. A record without an id is a separate person. The method gets a file of persons: it draws once for each,
 * groups persons and swaps persons. Its report `group` is copied to the records. A method that makes new records is run
 * on all records.
 *
 * @param step - The step.
 * @param level - The units.
 * @param from - The file. If one of its records comes from no original record, its person is unknown, and the step is
 *   run on records.
 * @param context - The context of the step on that file.
 * @returns The result for the records of the file.
 * @throws BAD_PLAN if a column differs between records of a unit; the errors of the step, worded for units.
 */
async function onUnits(step: BoundStep, level: UnitLevel, from: FileState, context: StepContext): Promise<StepResult> {
  const { origin } = from
  if (origin.some((row) => row < 0)) return runRecords(step, from, context)
  const units = unitsOf(takeColumn(context.original.column(level.column), origin))
  const original = takeRows(context.original, origin)
  refuseDiffering(original, step, level, { units, origin })
  refuseDiffering(from.data, step, level, { units, origin })
  const used = new Set([...step.columns, ...step.given, ...step.by])
  const unitColumn = (column: Column): Column => unitRows(dataset([['', column]]), units, new Set([''])).column('')
  const filled = new Map([...context.filled].map(([name, column]) => [name, unitColumn(takeColumn(column, origin))]))
  const one = `one record for each of ${units.count} ${level.of}s`
  const state: FileState = {
    data: unitRows(from.data, units, used),
    origin: numbersUpTo(units.count),
    ...(from.unrounded && {
      unrounded: new Map([...from.unrounded].map(([name, made]) => [name, () => unitColumn(made())] as const)),
    }),
  }
  try {
    const result = await runRecords(step, state, { ...context, original: unitRows(original, units, used), filled })
    // New records belong to no person.
    if (!keepsRecords(result, state)) return await runRecords(step, from, context)
    const { outcome } = result
    const made = [...(outcome.filled ?? [])].filter(([name, column]) => filled.get(name) !== column)
    const seen = dataset(made.map(([name, column]) => [name, takeColumn(column, units.ofRecord)]))
    const names = made.map(([name]) => name)
    return {
      files: result.files.map((file) => onRecords(file, from, step, units)),
      outcome: {
        ...outcome,
        warnings: [...ungroupedSentence(step, level), ...outcome.warnings],
        units: one,
        reports: outcome.reports.map((report) => ofRecords(report, units, origin)),
        filled: filledOriginals(context.original, context.filled, { data: seen, origin }, names),
      },
    }
  } catch (error) {
    if (!isSdcError(error)) throw error
    throw new SdcError(error.code, `${error.message} (${one})`, error.place, error.fix)
  }
}

/** Warns of groups that a step on units leaves out. */
function ungroupedSentence({ method, columns }: BoundStep, { of, column, ungrouped = [] }: UnitLevel): string[] {
  if (ungrouped.length === 0) return []
  const groups = listed(ungrouped)
  return [`${method.id} masks ${listed(columns)} by one value per ${of} ("${column}"), not within groups of ${groups}`]
}

/** Expands a masked file of units to records. */
function onRecords(file: FileState, from: FileState, step: BoundStep, { ofRecord }: Units): FileState {
  const spread = (name: string, column: Column): Column => {
    const whole = takeColumn(column, ofRecord)
    return step.missing === 'impute' ? whole : withMissingOf(from.data.column(name), whole)
  }
  const others = [...(from.unrounded ?? [])].filter(([name]) => !step.columns.includes(name))
  const own = [...(file.unrounded ?? [])].flatMap(([name, made]) =>
    step.columns.includes(name) ? [[name, () => spread(name, made())] as const] : [],
  )
  return {
    data: dataset(
      from.data.names.flatMap((name) => {
        if (!step.columns.includes(name)) return [[name, from.data.column(name)] as const]
        return file.data.names.includes(name) ? [[name, spread(name, file.data.column(name))] as const] : []
      }),
    ),
    origin: from.origin,
    ...(others.length + own.length > 0 && { unrounded: new Map([...others, ...own]) }),
  }
}

/** A column with its cells missing if another column's are. */
function withMissingOf(before: Column, column: Column): Column {
  if (column.kind === 'numeric') return numeric(column.values.map((v, i) => (isMissing(before, i) ? Number.NaN : v)))
  return { ...column, codes: column.codes.map((code, i) => (isMissing(before, i) ? -1 : code)) }
}

/** Expands a report on units to their records. */
function ofRecords(report: StepFindings, { count, ofRecord }: Units, origin: Int32Array): StepFindings {
  const { origin: masked = new Int32Array(0) } = report
  const place = new Int32Array(count).fill(-1)
  masked.forEach((unit, at) => (place[unit] = at))
  const records = numbersUpTo(ofRecord.length).filter((i) => place[ofRecord[i]] >= 0)
  const units = records.map((i) => place[ofRecord[i]])
  const spread = (value: typeof groups): typeof groups => {
    if (typeof value !== 'object') return value
    if ('kind' in value) return takeColumn(value, units)
    return value.rows === masked.length ? takeRows(value, units) : value
  }
  const groups = report.values.get('group')
  const values = new Map(report.values)
  const own = spread(groups)
  if (own !== undefined) values.set('group', own)
  return { ...report, origin: records.map((i) => origin[i]), values }
}
