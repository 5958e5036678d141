import type { Table } from '@sdc/core'

/**
 * Returns the lone respondent of each cell, by a number that is the same in all of their cells. The numbers follow
 * `alone` if the table has it. Otherwise two such cells have the same respondent if one is part of the other. Without
 * counts, a respondent is alone if one contribution is the whole value.
 *
 * @param table - Counts or contributions, relations, and `alone` if known.
 * @returns A number for each cell; −1 if nobody is alone.
 */
export function loneRespondents(
  table: Pick<Table, 'values' | 'counts' | 'alone' | 'largest' | 'top' | 'contributions' | 'equations'>,
): Int32Array {
  const { values, counts, alone, largest, top = 2, contributions, equations } = table
  const isLone = (c: number): boolean =>
    counts[c] === 1 || (counts[c] < 0 && largest !== undefined && values[c] > 0 && largest[top * c] >= values[c])
  const lone = Uint8Array.from(values, (_, c) => Number(isLone(c)))
  const same = Int32Array.from(values, (_, c) => c)
  const root = (cell: number): number => {
    let at = cell
    while (same[at] !== at) at = same[at] = same[same[at]]
    return at
  }
  const first = new Map<number, number>()
  alone?.forEach((who, c) => {
    if (lone[c] === 0 || who < 0) return
    const known = first.get(who)
    if (known === undefined) first.set(who, c)
    else same[root(c)] = root(known)
  })
  for (const { cells, signs } of equations) {
    const total = cells.findIndex((c, i) => signs[i] < 0 && lone[c] === 1)
    if (total < 0) continue
    cells.forEach((c, i) => {
      if (signs[i] > 0 && lone[c] === 1) same[root(c)] = root(cells[total])
    })
  }
  const numbers = new Map<number, number>()
  first.forEach((cell, who) => numbers.set(root(cell), who))
  const next = 1 + greatest(alone, greatest(contributions?.respondents, -1))
  return Int32Array.from(lone, (one, c) => (one === 0 ? -1 : (numbers.get(root(c)) ?? next + root(c))))
}

function greatest(numbers: Int32Array | undefined, least: number): number {
  return numbers?.reduce((a, b) => Math.max(a, b), least) ?? least
}
