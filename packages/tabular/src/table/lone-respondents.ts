import type { Table } from '@sdc/core'

/**
 * Who is alone in each cell of one contributor, by a number that is the same in all of their cells: where the table says it
 * (`alone`), by that; else two such cells have the same respondent where one is part of the other, and nothing is known of
 * others.
 *
 * @param table - Counts, relations, and who is alone where that is known.
 * @returns A number for each cell; −1 where nobody is alone.
 */
export function loneRespondents({
  counts,
  alone,
  equations,
}: Pick<Table, 'counts' | 'alone' | 'equations'>): Int32Array {
  const same = Int32Array.from(counts, (_, c) => c)
  const root = (cell: number): number => {
    let at = cell
    while (same[at] !== at) at = same[at] = same[same[at]]
    return at
  }
  const first = new Map<number, number>()
  alone?.forEach((who, c) => {
    if (counts[c] !== 1 || who < 0) return
    const known = first.get(who)
    if (known === undefined) first.set(who, c)
    else same[root(c)] = root(known)
  })
  for (const { cells, signs } of equations) {
    const total = cells.findIndex((c, i) => signs[i] < 0 && counts[c] === 1)
    if (total < 0) continue
    cells.forEach((c, i) => {
      if (signs[i] > 0 && counts[c] === 1) same[root(c)] = root(cells[total])
    })
  }
  return Int32Array.from(counts, (count, c) => (count === 1 ? root(c) : -1))
}
