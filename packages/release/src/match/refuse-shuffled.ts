import { columnLength, sameColumn, takeColumn, type Column, type Dataset } from '@sdc/core'
import { shuffledError } from '@sdc/engine'
import { tieRuns } from '@sdc/stats'
import type { Matched } from './match-records.js'

/**
 * Refuses to match by position if the unmasked columns show another order of the records.
 *
 * An unmasked column has the same values in both files. The file was shuffled if no such column has them at the same
 * places, and at least one has them at others. Then record i of one is not record i of the other, and every metric
 * would show too low a risk. One varying column with its values in place shows the opposite.
 *
 * @param original - The original.
 * @param masked - The masked file.
 * @param matched - Matching of their records; any but position is trusted.
 * @param columns - The masked columns.
 * @throws WRONG_INPUT with the column and a remedy.
 */
export function refuseShuffled(
  original: Dataset,
  masked: Dataset,
  { matching }: Pick<Matched, 'matching'>,
  columns: readonly string[],
): void {
  if (matching !== 'position') return
  const shared = original.names.filter((name) => masked.names.includes(name) && !columns.includes(name))
  const varying = shared.filter((name) => varies(original.column(name)))
  if (varying.some((name) => sameColumn(original.column(name), masked.column(name)))) return
  const moved = varying.find((name) => sameValues(original.column(name), masked.column(name)))
  if (moved !== undefined) throw shuffledError(moved)
}

/** Returns true for a column with several different values, missing ones not counted. */
export function varies(column: Column): boolean {
  const values = numbersOf(column)
  const first = values.find((value) => !Number.isNaN(value))
  return values.some((value) => !Number.isNaN(value) && value !== first)
}

/** Returns true if two columns have the same values, each equally often, in any order. */
export function sameValues(a: Column, b: Column): boolean {
  if (a.kind !== b.kind || columnLength(a) !== columnLength(b)) return false
  const sorted = (column: Column, values: Float64Array): Column =>
    takeColumn(column, Int32Array.from(tieRuns(values).order))
  if (a.kind === 'numeric' || b.kind === 'numeric') return sameColumn(sorted(a, numbersOf(a)), sorted(b, numbersOf(b)))
  const codeOf = new Map(a.levels.map((level, code) => [level, code]))
  const codes = Float64Array.from(b.codes, (code) => (code < 0 ? Number.NaN : (codeOf.get(b.levels[code]) ?? -1)))
  return sameColumn(sorted(a, numbersOf(a)), sorted(b, codes))
}

function numbersOf(column: Column): Float64Array {
  if (column.kind === 'numeric') return column.values
  return Float64Array.from(column.codes, (code) => (code < 0 ? Number.NaN : code))
}
