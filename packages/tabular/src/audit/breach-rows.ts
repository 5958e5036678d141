import { givenStatuses, type Table } from '@sdc/core'
import { respondentOf } from '../attackers/attack-model.js'
import { loneRespondents } from '../table/lone-respondents.js'
import { cellName } from '../table/cell-name.js'
import type { Breach } from './judge-pattern.js'

/** A breach in words and numbers. */
export interface BreachRow {
  /** The cell, or the cells of a union. */
  readonly cell: string
  readonly side: 'above' | 'below' | 'width'
  readonly who: string
  /** The true value of the cell, or of the sum. */
  readonly value: number
  readonly asked: number
  readonly kept: number
  /** What would let it be kept. */
  readonly help: string
}

const [FIXED] = ['fixed'].map((word) => (givenStatuses as readonly string[]).indexOf(word))

/**
 * Says of each breach what is asked, what is kept, from whom, and what would help.
 *
 * @param table - Names, statuses, respondents.
 * @param suppressed - Above 0 for the suppressed cells.
 * @param breaches - As the audit found them.
 * @returns A row each.
 */
export function breachRows(table: Table, suppressed: Uint8Array, breaches: readonly Breach[]): BreachRow[] {
  if (breaches.length === 0) return []
  const owner = loneRespondents(table)
  const sides = { '1': 'above', '-1': 'below', '0': 'width' } as const
  const whoIs = (attacker: number | undefined): string => {
    if (attacker === undefined) return 'everybody'
    const who = respondentOf(attacker)
    const name = table.respondents?.[who]
    if (name !== undefined) return `respondent ${name}`
    const own = owner.findIndex((one, c) => one === who && suppressed[c] > 0)
    return own < 0 ? 'a respondent in several cells' : `the respondent who is alone in ${cellName(table, own)}`
  }
  return breaches.map(({ cells, direction, asked, kept, attacker }) => ({
    cell: Array.from(cells, (c) => cellName(table, c)).join(' + '),
    side: sides[`${direction}`],
    who: whoIs(attacker),
    value: cells.reduce((sum, c) => sum + table.values[c], 0),
    asked,
    kept,
    help: helpFor(table, suppressed, cells),
  }))
}

/** What the relations of a cell have that may not be suppressed. */
function helpFor({ equations, values, given }: Table, suppressed: Uint8Array, targets: Int32Array): string {
  if (targets.some((c) => suppressed[c] === 0)) return 'suppress it'
  const beside = new Set<number>()
  for (const { cells } of equations) if (cells.includes(targets[0])) cells.forEach((c) => beside.add(c))
  const shown = [...beside].filter((c) => suppressed[c] === 0)
  if (shown.some((c) => given?.[c] === FIXED)) return 'let a fixed cell in a sum with it be suppressed, or merge levels'
  if (shown.some((c) => values[c] === 0)) return 'let empty cells be suppressed (--zeros suppressible), or merge levels'
  return shown.length > 0 ? 'suppress more (sdc table protect)' : 'merge levels, or ask for less'
}
