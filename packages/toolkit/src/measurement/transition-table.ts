import { decimalNumber, SdcError, type ErrorPlace } from '@sdc/core'

/** A transition matrix as written by a user: a header of masked levels, then a row for each original one. */
export type TransitionRows = readonly (readonly (string | number | null)[])[]

/** A parsed transition matrix: the probability that level k becomes level l is `matrix[k][l]`. */
export interface TransitionTable {
  /** Text above the rows' labels: empty, or the name of the variable. */
  readonly corner: string
  /** The levels, in the order of the rows. */
  readonly labels: readonly string[]
  readonly matrix: readonly Float64Array[]
}

/** Largest deviation of a row sum from 1: rounding of as many digits as users write. */
const TOLERANCE = 1e-9

const form =
  'A transition matrix has a header of the masked levels, then a row for each original level: its name and ' +
  'the probabilities, which sum to 1.'

/**
 * Reads a transition matrix: rows are original levels, columns masked ones, in any order each.
 *
 * @param rows - The rows with the header in both directions; probabilities may be texts, with a point or a comma.
 * @param place - Parameter, column and file, for error messages.
 * @param what - Name in messages: `the transition matrix of column "region"`.
 * @returns Its labels in the order of the rows, and the columns in the same order.
 * @throws BAD_PARAMETER if it is not square, or names a level twice or in one direction only.
 * @throws BAD_PARAMETER for a text or a negative number in a cell, and for a row whose sum is not 1 ± 1e-9.
 */
export function transitionTable(rows: TransitionRows, place: ErrorPlace, what: string): TransitionTable {
  const refuse = (message: string, fix = form): never => {
    throw new SdcError('BAD_PARAMETER', `${what} ${message}`, place, fix)
  }
  const [header = [], ...body] = rows
  if (body.length === 0 || header.length < 2) refuse('has no row below its header')
  const ragged = body.findIndex((row) => row.length !== header.length)
  if (ragged >= 0) refuse(`has ${body[ragged].length} cells in row ${ragged + 1}, but ${header.length} in its header`)
  const [corner, ...columns] = header.map((cell) => text(cell))
  const labels = body.map(([label]) => text(label))
  if (labels.length !== columns.length)
    refuse(`has ${counted(labels.length, 'row')} and ${counted(columns.length, 'column')}: it is not square`)
  for (const [names, one] of [[labels, 'row'] as const, [columns, 'column'] as const]) {
    const twice = names.find((name, i) => names.indexOf(name) < i)
    if (twice !== undefined) refuse(`has two ${one}s of "${twice}"`, 'Name every level once.')
  }
  const columnOf = new Map(columns.map((name, l) => [name, l + 1]))
  const alone = labels.find((label) => !columnOf.has(label))
  if (alone !== undefined) {
    const other = columns.find((name) => !labels.includes(name))
    refuse(`has a row but no column "${alone}", and a column but no row "${other}"`)
  }
  const matrix = body.map((row, k) => {
    const numbers = Float64Array.from(labels, (label, l) => {
      const cell = row[columnOf.get(label) ?? l + 1]
      const value = probability(cell)
      const at = `in the row of "${labels[k]}" and the column of "${label}"`
      if (value === undefined)
        return refuse(`has ${cell === null || cell === '' ? 'nothing' : `"${cell}"`} ${at} instead of a number`)
      if (value < 0) return refuse(`has the negative probability ${value} ${at}`)
      return value
    })
    const sum = numbers.reduce((total, value) => total + value, 0)
    if (!(Math.abs(sum - 1) <= TOLERANCE)) refuse(`has the row "${labels[k]}" with the sum ${sum} instead of 1`)
    return numbers
  })
  return { corner, labels, matrix }
}

function text(cell: string | number | null): string {
  return cell === null ? '' : String(cell)
}

/** Reads a comma as the decimal point: no probability has thousands. */
function probability(cell: string | number | null): number | undefined {
  if (typeof cell === 'number') return Number.isFinite(cell) ? cell : undefined
  return cell === null ? undefined : decimalNumber(cell.replace(/^(\s*\d*),(\d+)/, '$1.$2'))
}

function counted(count: number, one: string): string {
  return `${count} ${one}${count === 1 ? '' : 's'}`
}
