import { numeric, numericValues, type MaskInput } from '@sdc/core'
import { leastRecords, meanScore, mergedRows, mergeSmall, recordScores, type PlacedRows } from '@sdc/toolkit/internal'

/** Share of zeros from which on a column counts in the patterns. */
const MANY = 0.3

/** Records with the same pattern of zeros, or with patterns that are merged. */
export interface ZeroPattern extends PlacedRows {
  /** Pattern, one digit per column: names its stream. */
  readonly key: string
}

/**
 * Groups records by their pattern of zeros, in the columns with at least 30 % zeros (but not zeros only).
 *
 * Patterns of fewer than max(30, 3(p + q + 2)) records are merged with the neighbour in the order of the mean normal
 * score of the masked columns; in merged patterns, zeros move with the other values.
 *
 * @param input - File and its p masked columns, complete.
 * @param given - q, the number of given columns.
 * @returns The patterns by ascending score, and the names of their columns.
 */
export function zeroPatterns(
  { data, columns }: Pick<MaskInput<unknown>, 'data' | 'columns'>,
  given: number,
): { readonly patterns: readonly ZeroPattern[]; readonly names: readonly string[] } {
  const values = new Map(columns.map((name) => [name, numericValues(data, name)]))
  const zeros = (of: Float64Array): number => of.reduce((count, value) => count + Number(value === 0), 0)
  const heavy = [...values].filter(([, of]) => zeros(of) >= MANY * data.rows && zeros(of) < data.rows)
  const rowsOf = new Map<string, number[]>()
  for (let i = 0; i < data.rows; i++) {
    const key = heavy.map(([, of]) => (of[i] === 0 ? '0' : '1')).join('')
    const rows = rowsOf.get(key)
    if (rows) rows.push(i)
    else rowsOf.set(key, [i])
  }
  const scores = [...values.values()].map((of) => recordScores(numeric(of)))
  const placed = [...rowsOf].map(([key, own]): ZeroPattern => {
    const rows = Int32Array.from(own)
    return { key, rows, place: meanScore(scores, rows) }
  })
  placed.sort((a, b) => a.place - b.place || (a.key < b.key ? -1 : 1))
  const least = leastRecords(columns.length + given)
  const patterns = mergeSmall(
    placed,
    ({ rows }) => rows.length < least,
    (a, b) => ({ ...mergedRows(a, b), key: [...a.key.split(' '), ...b.key.split(' ')].sort().join(' ') }),
  )
  return { patterns, names: heavy.map(([name]) => name) }
}
