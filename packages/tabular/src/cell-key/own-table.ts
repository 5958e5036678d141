import { SdcError, type ErrorPlace } from '@sdc/core'
import { perturbationRow, type PerturbationRow } from './perturbation-table.js'

/** One row of a p-table: count becomes count + v with probability p. */
export interface PtableLine {
  readonly count: number
  readonly v: number
  readonly p: number
}

/** Tolerance for the sum of probabilities: the loss of 15 printed digits. */
const SUM = 1e-9

/**
 * Returns a perturbation table of the user's own: the changes v of every count with their probabilities p. The order of
 * the rows decides which key gives which v. Counts above the last use its row. O(rows).
 *
 * @param lines - Rows of the table; those of one count may be apart.
 * @param place - The file, for messages.
 * @returns A row for each count from 0 to the last.
 * @throws BAD_PARAMETER with the row number for an invalid count, v or p, a count that would fall below 0, a repeated
 *   change, probabilities that do not sum to 1, or a count without a row
 * @see thompson-broadfoot-elazar-2013
 */
export function ownTable(lines: readonly PtableLine[], place: ErrorPlace = {}): readonly PerturbationRow[] {
  const rowsOf = new Map<number, number[]>()
  lines.forEach((line, i) => {
    const row = i + 1
    checkLine(line, row, place)
    const known = rowsOf.get(line.count) ?? []
    const twice = known.find((other) => lines[other - 1].v === line.v)
    if (twice !== undefined)
      throw bad(
        `row ${row}: count ${line.count} has v = ${line.v} already in row ${twice}`,
        row,
        place,
        'Add the two probabilities in one row.',
      )
    rowsOf.set(line.count, [...known, row])
  })
  const last = Math.max(-1, ...rowsOf.keys())
  return Array.from({ length: last + 1 }, (_, count) => {
    const rows = rowsOf.get(count)
    if (!rows) {
      const fix =
        count === 0 ? 'Write 0,0,1: empty cells stay empty.' : `Add rows for it; ${count},0,1 leaves it unchanged.`
      const next = rowsOf.get([...rowsOf.keys()].filter((one) => one > count).sort((a, b) => a - b)[0])?.[0] ?? 1
      throw bad(
        `the p-table has no row for a count of ${count}, but one for ${lines[next - 1].count} (row ${next})`,
        next,
        place,
        fix,
      )
    }
    const probabilities = Float64Array.from(rows, (row) => lines[row - 1].p)
    const sum = probabilities.reduce((before, p) => before + p, 0)
    if (!(Math.abs(sum - 1) <= SUM)) {
      const message = `the probabilities of a count of ${count} (from row ${rows[0]}) sum to ${sum}, not 1`
      throw bad(message, rows[0], place, 'Correct the probabilities; their sum must be 1 to within 1e-9.')
    }
    return perturbationRow(
      Int32Array.from(rows, (row) => lines[row - 1].v),
      probabilities,
    )
  })
}

function checkLine({ count, v, p }: PtableLine, row: number, place: ErrorPlace): void {
  if (!(Number.isInteger(count) && count >= 0 && count < 2 ** 31))
    throw bad(
      `row ${row}: the count is ${count}, not a whole number of 0 or more`,
      row,
      place,
      'Give one row per count and v.',
    )
  if (!(Number.isInteger(v) && Math.abs(v) < 2 ** 31))
    throw bad(`row ${row}: v is ${v}, not a whole number`, row, place, 'Give a whole number.')
  if (!(p >= 0 && p <= 1 + SUM))
    throw bad(`row ${row}: p is ${p}, not a probability from 0 to 1`, row, place, 'Correct it.')
  if (p > 0 && count + v < 0)
    throw bad(
      `row ${row}: a count of ${count} would become ${count + v}`,
      row,
      place,
      'Choose v so that no count falls below 0.',
    )
}

function bad(message: string, row: number, place: ErrorPlace, fix: string): SdcError {
  return new SdcError('BAD_PARAMETER', message, { ...place, parameter: 'ptable', row }, fix)
}
