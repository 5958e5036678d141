import {
  oneOrMore,
  dataset,
  isMissing,
  takeRows,
  withColumns,
  type Column,
  type MaskInput,
  type MaskResult,
  type Reported,
} from '@sdc/core'
import type { methodInput } from '../files/method-input.js'
import { spreadColumn } from './restore-missing.js'

/** Runs the method on some input. */
export type RunMethod = (input: MaskInput<unknown>) => Promise<MaskResult>

/** Makes the input of a method again, with access to every metric. */
export type MakeInput = (work: Omit<MaskInput<unknown>, 'measure' | 'session'>) => ReturnType<typeof methodInput>

/**
 * Masks each column by its records with a value, for a method that masks columns separately. Complete columns are
 * masked together, each other one alone. No cell is filled, and exact claims about a column hold for its values.
 *
 * @param input - The records, some of them with missing cells.
 * @param run - Runs the method.
 * @param make - Makes its input.
 * @returns One file with all the columns; reports on a column refer to its records with a value.
 */
export async function maskColumnsAlone(
  input: MaskInput<unknown>,
  run: RunMethod,
  make: MakeInput,
): Promise<MaskResult> {
  const { data, columns } = input
  const incomplete = columns.filter((name) => hasHoles(data.column(name)))
  const complete = columns.filter((name) => !incomplete.includes(name))
  const parts: MaskResult[] = []
  if (complete.length > 0) parts.push(await run({ ...input, columns: complete }))
  for (const name of incomplete) parts.push(await maskAlone(input, name, run, make))
  const masked = new Map(parts.flatMap(({ files }) => [...(files[0]?.columns ?? [])]))
  const report = addReport(new Map(), parts)
  return {
    files: [{ columns: new Map(columns.flatMap((name) => entryOf(masked, name))) }],
    ...(report.size > 0 && { report }),
    warnings: [...new Set(parts.flatMap(({ warnings }) => warnings ?? []))],
  }
}

async function maskAlone(
  input: MaskInput<unknown>,
  name: string,
  run: RunMethod,
  make: MakeInput,
): Promise<MaskResult> {
  const { data } = input
  const column = data.column(name)
  const rows = Int32Array.from({ length: data.rows }, (_, i) => i).filter((i) => !isMissing(column, i))
  const { measure: _, session: __, ...work } = input
  const part = make({ ...work, data: takeRows(data, rows), origin: rows.map((i) => input.origin[i]), columns: [name] })
  const result = await run(part)
  const whole = (one: Column): Column => spreadColumn(one, rows, data.rows)
  return {
    ...result,
    files: oneOrMore(
      result.files.map(({ columns }) => ({
        columns: new Map([...columns].map(([of, made]) => [of, made && whole(made)] as const)),
      })),
    ),
    report: new Map(
      [...(result.report ?? [])].map(([of, value]): [string, Reported] => {
        if (typeof value !== 'object') return [of, value]
        if ('kind' in value) return [of, whole(value)]
        if (value.rows !== rows.length) return [of, value]
        return [of, dataset(value.names.map((one) => [one, whole(value.column(one))]))]
      }),
    ),
  }
}

/**
 * Joins the tables by record of all parts. A number that describes several columns is dropped, since it does not hold
 * for one of them.
 */
function addReport(report: Map<string, Reported>, parts: readonly MaskResult[]): Map<string, Reported> {
  for (const [name, value] of parts.flatMap((part) => [...(part.report ?? [])])) {
    const known = report.get(name)
    if (typeof value !== 'object') {
      if (parts.length === 1) report.set(name, value)
    } else if (known === undefined || typeof known !== 'object' || 'kind' in known || 'kind' in value)
      report.set(name, value)
    else report.set(name, withColumns(known, new Map(value.names.map((one) => [one, value.column(one)]))))
  }
  return report
}

function entryOf(columns: ReadonlyMap<string, Column | null>, name: string): (readonly [string, Column | null])[] {
  const column = columns.get(name)
  return column === undefined ? [] : [[name, column]]
}

function hasHoles(column: Column): boolean {
  const length = column.kind === 'numeric' ? column.values.length : column.codes.length
  for (let i = 0; i < length; i++) if (isMissing(column, i)) return true
  return false
}
