import { givenStatuses, option, type Table } from '@sdc/core'
import { respondentOf } from '../attackers/attack-model.js'
import { loneRespondents } from '../table/lone-respondents.js'
import { cellName } from '../table/cell-name.js'
import type { Breach } from './judge-pattern.js'

/** Text and numbers of a breach. */
export interface BreachRow {
  /** The cell, or the cells of a union. */
  readonly cell: string
  readonly side: 'above' | 'below' | 'width'
  readonly who: string
  /** The true value of the cell, or of the sum. */
  readonly value: number
  readonly required: number
  readonly kept: number
  /** Remedy. */
  readonly help: string
}

const [FIXED] = ['fixed'].map((word) => (givenStatuses as readonly string[]).indexOf(word))

/**
 * Describes each breach: required and actual protection, attacker and remedy.
 *
 * @param table - Names, statuses, respondents.
 * @param suppressed - Above 0 for the suppressed cells.
 * @param breaches - Breaches from the audit.
 * @returns One row per breach.
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
    return own < 0 ? 'a respondent in several cells' : `the only respondent of ${cellName(table, own)}`
  }
  return breaches.map(({ cells, direction, required, kept, attacker }) => ({
    cell: Array.from(cells, (c) => cellName(table, c)).join(' + '),
    side: sides[`${direction}`],
    who: whoIs(attacker),
    value: cells.reduce((sum, c) => sum + table.values[c], 0),
    required,
    kept,
    help: helpFor(table, suppressed, cells),
  }))
}

/** Remedy for a breach, from the published cells that share a relation with it. */
function helpFor({ equations, values, given }: Table, suppressed: Uint8Array, targets: Int32Array): string {
  if (targets.some((c) => suppressed[c] === 0)) return 'suppress it'
  const beside = new Set<number>()
  for (const { cells } of equations) if (cells.includes(targets[0])) cells.forEach((c) => beside.add(c))
  const shown = [...beside].filter((c) => suppressed[c] === 0)
  if (shown.some((c) => given?.[c] === FIXED)) return 'allow suppression of a fixed cell in its sums, or merge levels'
  if (shown.some((c) => values[c] === 0))
    return `allow suppression of empty cells (${option('zeros', 'suppressible')}), or merge levels`
  return shown.length > 0 ? 'suppress more (sdc table protect)' : 'merge levels, or require less protection'
}
