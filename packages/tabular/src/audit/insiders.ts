import type { Table } from '@sdc/core'
import { loneRespondents } from '../table/lone-respondents.js'

/** A respondent who knows suppressed cells, and the suppressed cells that share a relation with one of them. */
export interface InsiderOf {
  readonly knows: Int32Array
  readonly targets: Int32Array
}

/**
 * Finds the respondents who are alone in a suppressed cell. They know it, and subtract it from every total that
 * contains it.
 *
 * @param table - Counts of contributors, and the lone respondent of each cell if known; else nobody is alone in two
 *   cells.
 * @param suppressed - 1 for the suppressed cells.
 * @param wanted - 1 for the cells that are to be protected from them; by default every suppressed cell.
 * @returns Each respondent with the cells they know and may attack, in the order of their first cell.
 */
export function insidersIn(table: Table, suppressed: Uint8Array, wanted?: Uint8Array): InsiderOf[] {
  const { counts, equations } = table
  const respondents = loneRespondents(table)
  const lone = (cell: number): boolean => suppressed[cell] === 1 && counts[cell] === 1
  const whose = (cell: number): number => respondents[cell]
  const knows = new Map<number, number[]>()
  for (let c = 0; c < counts.length; c++) if (lone(c)) listed(knows, whose(c)).push(c)
  const targets = new Map<number, Set<number>>()
  for (const { cells } of equations) {
    const known = new Set(Array.from(cells).filter(lone).map(whose))
    if (known.size === 0) continue
    for (const cell of cells) {
      if (suppressed[cell] === 0 || (wanted && wanted[cell] !== 1)) continue
      for (const who of known)
        if (!lone(cell) || whose(cell) !== who) (targets.get(who) ?? fresh(targets, who)).add(cell)
    }
  }
  return [...knows]
    .filter(([who]) => targets.has(who))
    .map(([who, cells]) => ({
      knows: Int32Array.from(cells),
      targets: Int32Array.from(targets.get(who) ?? []).sort(),
    }))
}

function listed(lists: Map<number, number[]>, key: number): number[] {
  const known = lists.get(key) ?? []
  lists.set(key, known)
  return known
}

function fresh(sets: Map<number, Set<number>>, key: number): Set<number> {
  const made = new Set<number>()
  sets.set(key, made)
  return made
}
