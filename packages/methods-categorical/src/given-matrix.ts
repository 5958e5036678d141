import { closestTo, listed, SdcError, type ErrorPlace } from '@sdc/core'
import { MISSING_LEVEL, transitionTable, type TransitionRows, type TransitionTable } from '@sdc/toolkit/internal'
import type { PramVariable } from './pram-variable.js'
import type { TransitionMatrix } from './transition-matrix.js'

/** One matrix for all masked variables, or one for each by name. */
export type GivenMatrix = readonly (TransitionRows[number] | OwnMatrix)[]

interface OwnMatrix {
  readonly column: string
  readonly rows: TransitionRows
}

/** Given matrix for the levels of a variable and the further levels that they may become. */
export interface FittedMatrix {
  readonly matrix: TransitionMatrix
  readonly further: readonly string[]
}

const place: ErrorPlace = { method: 'categorical/pram', parameter: 'matrix' }

/**
 * Returns the matrix that was given for a variable, by its levels.
 *
 * A level of the matrix that the variable lacks is left out, unless records may become it. A level that the matrix
 * lacks keeps an identity row, which is right only if no record has it.
 *
 * @param given - Given matrix.
 * @param variable - Variable with its levels.
 * @param counts - Number of records of each level.
 * @returns The matrix and its levels.
 * @throws BAD_PARAMETER if the matrix is not a transition matrix, or lacks a level that occurs
 */
export function givenMatrix(given: GivenMatrix, variable: PramVariable, counts: Float64Array): FittedMatrix {
  const { labels, name, names, what } = variable
  const at = { ...place, column: names[0] }
  const rows = rowsFor(given, name)
  if (!rows) {
    const message = `matrix has no entry for ${what}`
    const fix = `Add "${name}", or leave it out of the columns to mask.`
    throw new SdcError('BAD_PARAMETER', message, at, fix)
  }
  const table = transitionTable(rows, at, `the transition matrix of ${what}`)
  const places = labels.map((label, k) => placeOf(table, label, variable.levels[k]))
  refuseLacking(variable, counts, places, table, at)
  const further = reachable(
    table,
    places.filter((one) => one >= 0),
  )
  const size = labels.length + further.length
  const all = [...places, ...further]
  const matrix = all.map((row, k) => {
    const own = new Float64Array(size)
    if (row < 0) own[k] = 1
    else all.forEach((column, l) => (own[l] = column < 0 ? 0 : table.matrix[row][column]))
    return own
  })
  return { matrix, further: further.map((one) => table.labels[one]) }
}

/**
 * Refuses a named matrix that fits no masked variable, or a second one for the same variable.
 *
 * @param given - Given matrix.
 * @param variables - Masked variables.
 * @throws BAD_PARAMETER with the name
 */
export function checkNamed(given: GivenMatrix, variables: readonly PramVariable[]): void {
  const own = given.filter(isOwn)
  if (own.length === 0) return
  if (own.length < given.length) {
    const message = 'matrix mixes rows with matrices of columns'
    throw new SdcError('BAD_PARAMETER', message, place, 'Give the rows of one matrix, or { column, rows } for each.')
  }
  const names = variables.map(({ name }) => name)
  for (const [i, { column }] of own.entries()) {
    if (own.findIndex((one) => one.column === column) < i)
      throw new SdcError('BAD_PARAMETER', `matrix is given for "${column}" twice`, place, 'Give one of each.')
    if (names.includes(column)) continue
    const guess = closestTo(column, names)
    const fix = `${guess === undefined ? '' : `Did you mean "${guess}"? `}Masked columns: ${listed(names)}.`
    throw new SdcError('BAD_PARAMETER', `matrix is given for "${column}", which is not masked`, place, fix)
  }
}

function rowsFor(given: GivenMatrix, name: string): TransitionRows | undefined {
  const own = given.filter(isOwn)
  if (own.length > 0) return own.find(({ column }) => column === name)?.rows
  return given.filter((row): row is TransitionRows[number] => !isOwn(row))
}

function isOwn(one: GivenMatrix[number]): one is OwnMatrix {
  return !Array.isArray(one)
}

/** A matrix may also name the missing value as programs write it, if no category has that name. */
function placeOf({ labels }: TransitionTable, label: string, parts: readonly (string | null)[]): number {
  const names = parts.length === 1 && parts[0] === null ? [MISSING_LEVEL, '', 'NA'] : [label]
  return names.map((name) => labels.indexOf(name)).find((one) => one >= 0) ?? -1
}

/** Returns further levels of the matrix that the levels at some places may become, directly or through others. */
function reachable({ matrix }: TransitionTable, places: readonly number[]): number[] {
  const reached = new Set(places)
  for (const row of reached) matrix[row].forEach((p, l) => p > 0 && reached.add(l))
  return [...reached].slice(new Set(places).size).sort((a, b) => a - b)
}

function refuseLacking(
  { labels, what }: PramVariable,
  counts: Float64Array,
  places: readonly number[],
  table: TransitionTable,
  at: ErrorPlace,
): void {
  const lacking = labels.filter((_, k) => places[k] < 0 && counts[k] > 0)
  if (lacking.length === 0) return
  const records = labels.reduce((sum, _, k) => sum + (places[k] < 0 ? counts[k] : 0), 0)
  const names = listed(
    lacking.map((label) => `"${label}"`),
    5,
  )
  const message = `the transition matrix of ${what} lacks ${names}, which ${records} record${records === 1 ? ' has' : 's have'}`
  const fix =
    `Add a row and a column of each; it has ${listed(table.labels)}. If several columns are masked, give ` +
    'each a matrix: [{"column": …, "rows": […]}, …].'
  throw new SdcError('BAD_PARAMETER', message, at, fix)
}
