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
  /** Its columns hold the original values, in another order. */
  readonly released: NamedTable
  readonly masked: NamedTable
  /** The original, and its record of every masked one, −1 unknown: to say how many recovered values are right. */
  readonly truth?: { readonly original: NamedTable; readonly origin: Int32Array } | undefined
}

export interface InversionAttackOptions {
  /** The columns to attack, each by itself: `chooseShared`. */
  readonly columns: readonly string[]
  readonly functions: readonly ColumnFunction[]
  /** How far f of a released value may lie from the masked value. */
  readonly tolerance: number
  /** The name of the table of the records, where it is wanted. */
  readonly out?: string | undefined
}

/** One column that was attacked by itself. */
export interface ColumnAttack {
  readonly name: string
  readonly functions: readonly string[]
  readonly inversion: Inversion
  /** Recovered values that are the original ones; undefined where the original is not given. */
  readonly right: number | undefined
}

export interface InversionAttack {
  readonly columns: readonly ColumnAttack[]
  /** Records of the masked file. */
  readonly records: number
}

/** Recovers originals from the released values, the masked file and the published functions, each column by itself. */
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

/** Every column needs a function, and every function a column. */
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

/** One row a masked record: beside every recovered value the number of candidates. */
function recovered(columns: readonly ColumnAttack[]): Dataset {
  return dataset(
    columns.flatMap(({ name, inversion }): [string, Column][] => [
      [name, numeric(inversion.recovered)],
      [`${name} candidates`, numeric(Float64Array.from(inversion.candidates))],
    ]),
  )
}

/** Masked values that no released value explains are not what the function made. */
function unmatchedNote({ name, inversion: { unmatched, used } }: ColumnAttack, tolerance: number): Message[] {
  if (unmatched === 0) return []
  const what = unmatched === used ? 'no masked value is' : `${unmatched} of ${used} masked values are not`
  const why = tolerance === 0 ? `the masked file was written with fewer digits (${option('tolerance')}), or ` : ''
  return [asNote(`${name}: ${what} the image of a released one: ${why}this is not the function it was masked by`)]
}
