import {
  asNote,
  dataset,
  numeric,
  numericValues,
  option,
  SdcError,
  type Column,
  type Dataset,
  type Message,
} from '@sdc/core'
import { csvContent } from '@sdc/files'
import { invert, publishedFunction, type Inversion } from '@sdc/attacks'
import { inFile, type NamedTable, artefactIfNamed, type Outcome } from '@sdc/inspect'
import type { ColumnFunction } from './published-functions.js'

export interface InversionData {
  /** File with the original values, in another order. */
  readonly released: NamedTable
  readonly masked: NamedTable
  /** The original, and the original record of every masked one (−1 if unknown), to count correctly recovered values. */
  readonly truth?: { readonly original: NamedTable; readonly origin: Int32Array } | undefined
}

export interface InversionAttackOptions {
  /** Columns to attack, each separately: `chooseShared`. */
  readonly columns: readonly string[]
  readonly functions: readonly ColumnFunction[]
  /** Greatest distance of f of a released value from the masked value. */
  readonly tolerance: number
  /** Name of the table of records, if it is wanted. */
  readonly out?: string | undefined
}

/** Result for one column. */
export interface ColumnAttack {
  readonly name: string
  readonly functions: readonly string[]
  readonly inversion: Inversion
  /** Number of recovered values that equal the original; undefined without an original. */
  readonly right: number | undefined
}

export interface InversionAttack {
  readonly columns: readonly ColumnAttack[]
  /** Number of records of the masked file. */
  readonly records: number
}

/**
 * Recovers original values from the released values, the masked file and the published functions, for each column
 * separately.
 *
 * @param files - The released file, the masked file and, for the count of correct values, the original.
 * @param options - Columns, their functions, tolerance, and name of the output.
 * @returns The recovered values by column, with a table of records if it has a name.
 * @throws BAD_OPTION if a column has no function, or a function no column.
 */
export function inversionAttack(
  { released, masked, truth }: InversionData,
  { columns: names, functions, tolerance, out }: InversionAttackOptions,
): Outcome<InversionAttack> {
  checkFunctions(functions, names)
  const columns = names.map((name): ColumnAttack => {
    const own = functions.filter(({ column }) => column === undefined || column === name)
    const [values, y] = [released, masked].map((table) => numbersOf(table, name))
    const inversion = inFile(undefined, name, () =>
      invert(values, y, publishedFunction(own.map(({ published }) => published)), { tolerance }),
    )
    return {
      name,
      functions: own.map(({ text }) => text),
      inversion,
      right: truth && countRight(inversion, numbersOf(truth.original, name), truth.origin),
    }
  })
  return {
    result: { columns, records: masked.dataset.rows },
    artefacts: artefactIfNamed('records', out, () => csvContent(undefined, recovered(columns))),
    messages: columns.flatMap((column) => unmatchedNote(column, tolerance)),
  }
}

function numbersOf({ name: file, dataset: data }: NamedTable, name: string): Float64Array {
  return inFile(file, name, () => numericValues(data, name))
}

function countRight(inversion: Inversion, original: Float64Array, origin: Int32Array): number {
  return inversion.recovered.reduce(
    (count, value, i) => count + Number(origin[i] >= 0 && value === original[origin[i]]),
    0,
  )
}

/** Refuses a column without a function, and a function without a column. */
function checkFunctions(functions: readonly ColumnFunction[], columns: readonly string[]): void {
  for (const { column, text } of functions) {
    if (column === undefined || columns.includes(column)) continue
    const message = `${option('function', column)}=${text} is for no column that is attacked`
    throw new SdcError('BAD_OPTION', message, { column }, `They are ${columns.join(', ')}.`)
  }
  const without = columns.find((name) => !functions.some(({ column }) => column === undefined || column === name))
  if (without === undefined) return
  const fix = `Add ${option('function', `${without}=…`)} or leave the column out.`
  throw new SdcError('BAD_OPTION', `there is no function for column "${without}"`, { column: without }, fix)
}

/** Returns one row per masked record, with every recovered value and its number of candidates. */
function recovered(columns: readonly ColumnAttack[]): Dataset {
  return dataset(
    columns.flatMap(({ name, inversion }): [string, Column][] => [
      [name, numeric(inversion.recovered)],
      [`${name} candidates`, numeric(Float64Array.from(inversion.candidates))],
    ]),
  )
}

/** Returns a note on masked values that no released value explains, and which the function cannot have made. */
function unmatchedNote({ name, inversion: { unmatched, used } }: ColumnAttack, tolerance: number): Message[] {
  if (unmatched === 0) return []
  const what = unmatched === used ? 'no masked value is' : `${unmatched} of ${used} masked values are not`
  const why = tolerance === 0 ? `the masked file was written with fewer digits (${option('tolerance')}), or ` : ''
  return [asNote(`${name}: ${what} the image of a released one: ${why}this is not the function it was masked by`)]
}
