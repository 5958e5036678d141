import {
  columnLength,
  isMissing,
  sameColumn,
  type Column,
  type MaskedFile,
  type MaskingMethod,
  type MaskResult,
} from '@sdc/core'
import { rolesOf } from '../shared/artificial.js'
import { runCheck, type Check } from '../shared/check.js'
import { sideProblems } from './method-side.js'
import {
  frames,
  madeOnce,
  outputColumn,
  overCases,
  unevenFrame,
  type Frame,
  type MethodSubject,
} from './run/run-method.js'

/** Least change in standard deviations that counts as masking. */
const LEAST_CHANGE = 1e-6

/** Checks the output of a method: the right columns, of the right form, all of them masked, nothing invented. */
export async function outputChecks(subject: MethodSubject): Promise<Check[]> {
  const { method } = subject
  const on = frames(method)
  const checks = [
    await runCheck(method.id, 'it returns the columns it was asked for and no other', () =>
      overCases(subject, on, async (params, one) => formProblems(method, one, await madeOnce(method, one, params))),
    ),
    await runCheck(method.id, 'it invents no missing or infinite value', () =>
      overCases(subject, on, async (params, one) => inventedProblems(method, one, await madeOnce(method, one, params))),
    ),
    await runCheck(method.id, 'its report, what it publishes and its warnings have the form of the contract', () =>
      overCases(subject, on, async (params, one) => sideProblems(await madeOnce(method, one, params))),
    ),
  ]
  if (method.traits.adds) return checks
  if (method.traits.changes === 'unsafe')
    return [
      ...checks,
      await runCheck(method.id, 'it changes something of what is unsafe (trait changes)', () =>
        untouchedProblems(subject, on),
      ),
    ]
  checks.push(
    await runCheck(method.id, 'it changes every column it was asked to mask', () =>
      overCases(subject, on, async (params, one) => unchangedProblems(method, one, params)),
    ),
  )
  if (!method.traits.accepts.includes('numeric')) return checks
  return [
    ...checks,
    await runCheck(method.id, 'it changes columns of every scale', () =>
      overCases(subject, [unevenFrame(method)], async (params, one) =>
        scaleProblems(one, await madeOnce(method, one, params)),
      ),
    ),
  ]
}

/** Problems with the form of a result, by the contract. */
export function formProblems(method: MaskingMethod, on: Frame, result: MaskResult): string[] {
  if (!Array.isArray(result?.files) || result.files.length === 0) return ['expected at least one file, got none']
  return result.files.flatMap((file) => fileProblems(method, on, file))
}

/** New persons have their own ids and times. */
function isOfPersons({ roles, original }: Frame, name: string): boolean {
  const { household, person, wave } = roles ?? rolesOf(original)
  return [household, person, wave].includes(name)
}

function fileProblems(method: MaskingMethod, on: Frame, file: MaskedFile): string[] {
  const problems: string[] = []
  const { origin } = file
  const rows = origin ? origin.length : on.data.rows
  if (origin?.some((row) => row < -1 || row >= on.data.rows))
    problems.push(`expected an origin from −1 to ${on.data.rows - 1}, got another`)
  if (method.traits.records === 'subset' && origin && new Set(origin).size < origin.length)
    problems.push('expected each record once at the most (trait records: subset), got one twice')
  if (method.traits.records === 'subset' && origin?.includes(-1))
    problems.push('expected records of the file (trait records: subset), got one that comes from none')
  if (method.traits.records === 'same' && origin?.some((row, i) => row !== i))
    problems.push('expected the records in their order (trait records: same), got another origin')
  if (method.traits.records === 'same' && rows !== on.data.rows)
    problems.push(`expected ${on.data.rows} records (trait records: same), got ${rows}`)
  for (const [name, column] of file.columns) {
    if (on.columns.includes(name)) continue
    if (method.traits.changes === 'unsafe' && (on.roles ?? rolesOf(on.original)).confidential.includes(name)) {
      if (column) problems.push(...arrayProblems(name, column, rows))
      continue
    }
    if (method.traits.claims.newPersons !== undefined && isOfPersons(on, name)) {
      if (column) problems.push(...arrayProblems(name, column, rows))
      continue
    }
    if (!method.traits.adds || !isNew(on, name))
      problems.push(`expected only the columns ${on.columns.join(', ')}, got also ${name}`)
    else if (column) problems.push(...arrayProblems(name, column, rows))
  }
  for (const name of on.columns) {
    const column = file.columns.get(name)
    // With an origin, an unnamed column stays with its records; if columns are added, it may stay.
    if (column === undefined && !origin && !method.traits.adds)
      problems.push(`expected the column ${name}, it did not come`)
    if (column) problems.push(...columnProblems(method, name, column, on.data.column(name), rows))
  }
  return problems
}

/** A method that adds columns may return new ones, and a new sampling weight. */
function isNew(on: Frame, name: string): boolean {
  return !on.data.names.includes(name) || name === (on.roles ?? rolesOf(on.original)).weight
}

function columnProblems(method: MaskingMethod, name: string, column: Column, before: Column, rows: number): string[] {
  const coarser = method.traits.kinds !== 'same' && before.kind === 'numeric' && column.kind === 'categorical'
  if (column.kind !== before.kind && !coarser)
    return [`expected the column ${name} to be ${before.kind}, got ${String(column.kind)}`]
  return arrayProblems(name, column, rows)
}

function arrayProblems(name: string, column: Column, rows: number): string[] {
  const array = column.kind === 'numeric' ? column.values instanceof Float64Array : column.codes instanceof Int32Array
  if (!array)
    return [
      `expected ${name} in a ${column.kind === 'numeric' ? 'Float64Array' : 'Int32Array'}, got another kind of array`,
    ]
  if (columnLength(column) !== rows) return [`expected ${rows} records in ${name}, got ${columnLength(column)}`]
  if (column.kind === 'categorical' && column.codes.some((code) => code < -1 || code >= column.levels.length)) {
    return [`expected codes from −1 to ${column.levels.length - 1} in ${name}, got another`]
  }
  return []
}

/**
 * Values that are missing or infinite although the original and the data are not, or the column is complete. A method
 * that changes unsafe values only may suppress a value.
 */
export function inventedProblems({ traits }: MaskingMethod, on: Frame, result: MaskResult): string[] {
  const suppresses = traits.changes === 'unsafe'
  return result.files.flatMap((file) =>
    on.columns.flatMap((name) => {
      const column = outputColumn(on, file, name)
      if (!column) return []
      for (let i = 0; i < columnLength(column); i++) {
        const row = file.origin ? file.origin[i] : i
        const infinite = column.kind === 'numeric' && Math.abs(column.values[i]) === Number.POSITIVE_INFINITY
        // A new record may have missing values if the column has some.
        const source =
          row < 0
            ? anyMissing(on.data.column(name))
            : isMissing(on.data.column(name), row) || isMissing(on.original.column(name), row)
        if (infinite || (isMissing(column, i) && !source && !suppresses)) {
          return [`expected a value in record ${i + 1} of ${name}, got ${infinite ? 'an infinite one' : 'none'}`]
        }
      }
      return []
    }),
  )
}

function anyMissing(column: Column): boolean {
  for (let i = 0; i < columnLength(column); i++) if (isMissing(column, i)) return true
  return false
}

/** A draw may leave a column unchanged by chance: only a column unchanged by three seeds counts as not masked. */
async function unchangedProblems(method: MaskingMethod, on: Frame, params: unknown): Promise<string[]> {
  let unchanged = on.columns
  for (const seed of method.traits.stochastic ? [1, 2, 3] : [1]) {
    const { files } = await madeOnce(method, on, params, seed)
    unchanged = unchanged.filter((name) => files.some((file) => isUnchanged(on, file, name)))
    if (unchanged.length === 0) return []
  }
  return unchanged.map((name) => `expected the column ${name} to be masked, it came out as the original has it`)
}

/** A method that changes unsafe values only must find some for at least some of its parameters. */
async function untouchedProblems({ method, cases }: MethodSubject, on: readonly Frame[]): Promise<string[]> {
  for (const one of on) {
    for (const { params } of cases) {
      const { files } = await madeOnce(method, one, params)
      const touched = (file: MaskedFile): boolean =>
        file.origin !== undefined || one.columns.some((name) => !isUnchanged(one, file, name))
      if (files.some(touched)) return []
    }
  }
  return ['expected something to be unsafe in the artificial file, for the defaults or an example, got nothing changed']
}

function isUnchanged(on: Frame, file: MaskedFile, name: string): boolean {
  const column = outputColumn(on, file, name)
  return column !== null && sameColumn(column, on.original.column(name))
}

function scaleProblems(on: Frame, result: MaskResult): string[] {
  return result.files.flatMap((file) => {
    if (file.origin) return []
    return on.columns.flatMap((name) => {
      const column = outputColumn(on, file, name)
      const before = on.original.column(name)
      if (column?.kind !== 'numeric' || before.kind !== 'numeric') return []
      const change = rootMeanSquare(column.values.map((value, i) => value - before.values[i]))
      const spread = rootMeanSquare(before.values.map((value) => value - before.values[0]))
      if (!(change < LEAST_CHANGE * spread)) return []
      return [`expected ${name}, of 10⁸ times or a 10⁸th of the other's scale, to be masked: it changed by ${change}`]
    })
  })
}

function rootMeanSquare(values: Float64Array): number {
  return Math.sqrt(values.reduce((sum, value) => sum + value * value, 0) / values.length)
}
