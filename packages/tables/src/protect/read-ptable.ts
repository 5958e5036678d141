import { decimalNumber, SdcError } from '@sdc/core'
import { readRows } from '@sdc/files'
import { ownTable, type PtableLine } from '@sdc/tabular'
import { textOf, type InputFile } from '@sdc/inspect'

/** Tolerance of equal limits: programs write them with seven digits or more. */
const SAME = 1e-6

const forms =
  'A p-table has the columns count, v and p, or i, v and p_int_ub (cumulated upper limits), as the R package ptable writes them.'

/**
 * Reads a user's p-table from a file: columns `count` (or `i`), `v`, and `p`, or the cumulated upper limits `p_int_ub`,
 * which take precedence over p. Other columns are ignored, but redundant ones must agree (`j` = i + v, `p_int_lb`). The
 * order of the rows of a count decides which key gives which v.
 *
 * @param file - The file.
 * @returns Its rows, checked.
 * @throws BAD_PARAMETER with the row, EMPTY_FILE, RAGGED_ROW
 */
export function readPtable(file: InputFile): readonly PtableLine[] {
  const [head, ...rows] = readRows(textOf(file).replace(/^\uFEFF/, ''), { file: file.name })
  const names = head.map((name) => name.trim().toLowerCase())
  const at = (...known: readonly string[]): number => names.findIndex((name) => known.includes(name))
  const [count, v, p, upper] = [at('count', 'i'), at('v'), at('p'), at('p_int_ub')]
  const [shown, lower] = [at('j'), at('p_int_lb')]
  const bad = (row: number | undefined, message: string, fix: string): SdcError =>
    new SdcError('BAD_PARAMETER', message, { parameter: 'ptable', file: file.name, row }, fix)
  const missing = count < 0 ? 'count' : v < 0 ? 'v' : p < 0 && upper < 0 ? 'p' : undefined
  if (missing !== undefined) throw bad(undefined, `the p-table has no column "${missing}"`, forms)
  if (rows.length === 0) throw bad(undefined, 'the p-table has a header and no rows', forms)
  const before = new Map<number, number>()
  const lines = rows.map((cells, r): PtableLine => {
    const row = r + 1
    const number = (column: number): number => {
      const value = decimalNumber(cells[column].trim().replace(',', '.'))
      if (value !== undefined) return value
      throw bad(row, `row ${row}: ${names[column]} is "${cells[column]}", not a number`, 'Correct it.')
    }
    const line = { count: number(count), v: number(v) }
    if (shown >= 0 && number(shown) !== line.count + line.v)
      throw bad(
        row,
        `row ${row}: j is ${number(shown)}, and i + v is ${line.count + line.v}`,
        'v is j − i: correct one.',
      )
    if (upper < 0) return { ...line, p: number(p) }
    const from = before.get(line.count) ?? 0
    const share = number(upper) - from
    before.set(line.count, number(upper))
    if (lower >= 0 && Math.abs(number(lower) - from) > SAME) {
      const fix = 'Sort the rows of a count by their limits, from 0.'
      throw bad(row, `row ${row}: p_int_lb is ${number(lower)}, and the limits of its count are at ${from}`, fix)
    }
    if (p >= 0 && Math.abs(number(p) - share) > SAME) {
      const message = `row ${row}: p is ${number(p)}, and its limits are ${share} apart`
      throw bad(row, message, 'Correct one of them, or leave out the column p, or the limits.')
    }
    return { ...line, p: share }
  })
  ownTable(lines, { file: file.name })
  return lines
}
