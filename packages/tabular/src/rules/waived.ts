import type { Table } from '@sdc/core'

/** Contributions to one cell by respondents with a waiver. */
export interface WaivedContributions {
  /** One amount per respondent, as far as the table shows. */
  readonly amounts: readonly number[]
}

/**
 * Adds up the contributions of the respondents in `table.waivers` to every cell, from the inner cells of the table
 * (`contributions` and `alone`).
 *
 * @param table - A table with waivers.
 * @returns Their cells; undefined without waivers. O(contributions · totals above a cell).
 */
export function waivedIn(table: Table): ReadonlyMap<number, WaivedContributions> | undefined {
  const { waivers, alone, contributions, values } = table
  if (waivers === undefined || waivers.length === 0) return undefined
  const agreed = new Set(waivers)
  const above = totalsAbove(table)
  const found = new Map<number, Map<number, number>>()
  const add = (cell: number, who: number, x: number): void => {
    const of = found.get(cell) ?? new Map<number, number>()
    found.set(cell, of.set(who, (of.get(who) ?? 0) + x))
  }
  const parts = new Set(table.equations.map(({ cells }) => cells[0]))
  values.forEach((value, c) => {
    if (parts.has(c)) return
    const own = new Map<number, number>()
    for (let i = contributions?.starts[c] ?? 0; i < (contributions?.starts[c + 1] ?? 0); i++) {
      const who = contributions?.respondents[i] ?? -1
      if (agreed.has(who)) own.set(who, contributions?.values[i] ?? 0)
    }
    const lone = alone?.[c] ?? -1
    if (agreed.has(lone) && !own.has(lone)) own.set(lone, value)
    if (own.size === 0) return
    for (const cell of above(c)) for (const [who, x] of own) add(cell, who, x)
  })
  // A lone contributor of a total may be in cells that are not recorded.
  alone?.forEach((who, c) => {
    if (agreed.has(who) && !found.has(c)) add(c, who, values[c])
  })
  return new Map([...found].map(([cell, of]) => [cell, { amounts: [...of.values()] }]))
}

/** A cell with all totals that contain it. */
function totalsAbove({ equations }: Table): (cell: number) => Set<number> {
  const totals = new Map<number, number[]>()
  for (const { cells } of equations)
    for (const part of cells.subarray(1)) {
      const known = totals.get(part)
      if (known) known.push(cells[0])
      else totals.set(part, [cells[0]])
    }
  return (cell) => {
    // Iteration over a set includes cells added on the way.
    const met = new Set([cell])
    for (const one of met) for (const total of totals.get(one) ?? []) met.add(total)
    return met
  }
}
