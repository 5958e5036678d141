import {
  columnLength,
  isMissing,
  sameColumn,
  type Column,
  type MaskedFile,
  type MaskingMethod,
  type MaskResult,
} from '@sdc/core'
import { unevenFile } from '../shared/artificial.js'
import { runCheck, type Check } from '../shared/check.js'
import { frame, frames, outputColumn, overCases, run, type Frame, type MethodSubject } from './run-method.js'

/** A change of less than a millionth of a standard deviation masks nothing. */
const LEAST_CHANGE = 1e-6

/** What comes out of a method: the right columns, of the right form, all of them masked, nothing invented. */
export async function outputChecks(subject: MethodSubject): Promise<Check[]> {
  const { method } = subject
  const on = frames(method)
  const checks = [
    await runCheck(method.id, 'it returns the columns it was asked for and no other', () =>
      overCases(subject, on, async (params, one) => formProblems(method, one, await run(method, one, params))),
    ),
    await runCheck(method.id, 'it invents no missing or infinite value', () =>
      overCases(subject, on, async (params, one) => inventedProblems(one, await run(method, one, params))),
    ),
    await runCheck(method.id, 'it changes every column it was asked to mask', () =>
      overCases(subject, on, async (params, one) => unchangedProblems(method, one, params)),
    ),
  ]
  if (method.traits.columns === 'categorical') return checks
  const uneven = frame(method, unevenFile(), ['large', 'small'])
  return [
    ...checks,
    await runCheck(method.id, 'it changes columns of every scale', () =>
      overCases(subject, [uneven], async (params, one) => scaleProblems(one, await run(method, one, params))),
    ),
  ]
}

/** Whether the result has the form that the contract asks for. */
export function formProblems(method: MaskingMethod, on: Frame, result: MaskResult): string[] {
  if (!Array.isArray(result?.files) || result.files.length === 0) return ['expected at least one file, got none']
  return result.files.flatMap((file) => fileProblems(method, on, file))
}

function fileProblems(method: MaskingMethod, on: Frame, file: MaskedFile): string[] {
  const problems: string[] = []
  const { origin } = file
  const rows = origin ? origin.length : on.data.rows
  if (origin?.some((row) => row < -1 || row >= on.data.rows))
    problems.push(`expected an origin from −1 to ${on.data.rows - 1}, got another`)
  if (method.traits.keepsRows && origin?.some((row, i) => row !== i))
    problems.push('expected the records in their order (trait keepsRows), got another origin')
  if (method.traits.keepsRows && rows !== on.data.rows)
    problems.push(`expected ${on.data.rows} records (trait keepsRows), got ${rows}`)
  for (const name of file.columns.keys()) {
    if (!on.columns.includes(name))
      problems.push(`expected only the columns ${on.columns.join(', ')}, got also ${name}`)
  }
  for (const name of on.columns) {
    const column = file.columns.get(name)
    // With an origin, a column that is not named goes along with its record.
    if (column === undefined && !origin) problems.push(`expected the column ${name}, it did not come`)
    if (column) problems.push(...columnProblems(name, column, on.data.column(name), rows))
  }
  return problems
}

function columnProblems(name: string, column: Column, before: Column, rows: number): string[] {
  if (column.kind !== before.kind)
    return [`expected the column ${name} to be ${before.kind}, got ${String(column.kind)}`]
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

/** Values that are missing or infinite although the original and the data are not. */
export function inventedProblems(on: Frame, result: MaskResult): string[] {
  return result.files.flatMap((file) =>
    on.columns.flatMap((name) => {
      const column = outputColumn(on, file, name)
      if (!column) return []
      for (let i = 0; i < columnLength(column); i++) {
        const row = file.origin ? file.origin[i] : i
        const infinite = column.kind === 'numeric' && Math.abs(column.values[i]) === Number.POSITIVE_INFINITY
        const source = row >= 0 && (isMissing(on.data.column(name), row) || isMissing(on.original.column(name), row))
        if (infinite || (isMissing(column, i) && !source)) {
          return [`expected a value in record ${i + 1} of ${name}, got ${infinite ? 'an infinite one' : 'none'}`]
        }
      }
      return []
    }),
  )
}

/**
 * A draw may leave a column as it is by chance: a column must stay so for three sources to be one that is not masked.
 */
async function unchangedProblems(method: MaskingMethod, on: Frame, params: unknown): Promise<string[]> {
  let unchanged = on.columns
  for (const seed of method.traits.stochastic ? [1, 2, 3] : [1]) {
    const { files } = await run(method, on, params, { seed })
    unchanged = unchanged.filter((name) => files.some((file) => isUnchanged(on, file, name)))
    if (unchanged.length === 0) return []
  }
  return unchanged.map((name) => `expected the column ${name} to be masked, it came out as the original has it`)
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
