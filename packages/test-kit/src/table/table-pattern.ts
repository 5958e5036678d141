import type { Sensitivity, Table, TableMethod, TableResult } from '@sdc/core'
import { readerReach, type Reach } from './reader.js'

/** A result has the form of the declared protection: a pattern of suppressed cells, other values, or another table. */
export function kindProblems({ protectsBy }: TableMethod, { values, table }: TableResult): string[] {
  const changes = protectsBy === 'rounding' || protectsBy === 'perturbation'
  const merges = protectsBy === 'recoding'
  return [
    ...((values !== undefined) === changes
      ? []
      : [`expected ${changes ? 'other' : 'no other'} values of ${protectsBy}`]),
    ...((table !== undefined) === merges ? [] : [`expected ${merges ? 'another' : 'no other'} table of ${protectsBy}`]),
  ]
}

/** A sensitive cell is not shown with its value. */
export function shownProblems({ status: sensitive }: Sensitivity, { status }: TableResult): string[] {
  return Array.from(sensitive.keys())
    .filter((cell) => sensitive[cell] === 1 && status[cell] === 0)
    .map((cell) => `expected the sensitive cell ${cell + 1} to be suppressed, it is shown`)
}

/**
 * A reader who solves the linear programs (by the suite's own simplex) finds every sensitive cell no more closely than its
 * levels allow.
 */
export function levelsKept(table: Table, sensitive: Sensitivity, { status }: TableResult): string[] {
  const reach = readerReach(table, status)
  return missed(table, sensitive, reach).map(
    (cell) =>
      `expected cell ${cell + 1} of ${table.values[cell]} to keep its levels (${sensitive.lower[cell]} below, ` +
      `${sensitive.upper[cell]} above, ${sensitive.width[cell]} wide), a reader finds ${reach.low[cell]} to ${reach.high[cell]}`,
  )
}

/** The sensitive cells that a reader finds more closely than their levels allow, or exactly. */
export function missed({ values }: Table, sensitive: Sensitivity, { low, high }: Reach): number[] {
  const { status, lower, upper, width } = sensitive
  return Array.from(status.keys()).filter((c) => {
    if (status[c] === 0) return false
    const slack = 1e-6 * Math.max(1, Math.abs(values[c]))
    const isKept =
      low[c] <= values[c] - lower[c] + slack &&
      high[c] >= values[c] + upper[c] - slack &&
      high[c] - low[c] >= width[c] - slack
    return !isKept || high[c] - low[c] <= slack
  })
}

/** What the table says of its cells is done: fixed ones are published, those that must be are suppressed. */
export function givenProblems({ given }: Table, { status }: TableResult): string[] {
  return Array.from(given ?? []).flatMap((one, cell) => {
    if (one === 2 && status[cell] > 0) return [`expected cell ${cell + 1}, which must be published, to be`]
    if (one === 3 && status[cell] === 0) return [`expected cell ${cell + 1}, which must be suppressed, to be`]
    return []
  })
}
