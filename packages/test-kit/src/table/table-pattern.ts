import { givenStatuses, type Sensitivity, type Table, type TableMethod, type TableResult } from '@sdc/core'
import { leastBefore, readerReach, type Reach } from './reader.js'

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
 * levels allow, or no more closely than with every cell suppressed that may be: a level that published zeros and fixed cells
 * make impossible is no fault of a pattern.
 */
export function levelsKept(table: Table, sensitive: Sensitivity, { status }: TableResult): string[] {
  const reach = readerReach(table, status)
  const found = missed(table, sensitive, reach)
  if (found.length === 0) return []
  const impossible = new Set(missed(table, sensitive, readerReach(table, allPermitted(table, sensitive))))
  return found
    .filter((cell) => status[cell] === 0 || !impossible.has(cell))
    .map(
      (cell) =>
        `expected cell ${cell + 1} of ${table.values[cell]} to keep its levels (${sensitive.lower[cell]} below, ` +
        `${sensitive.upper[cell]} above, ${sensitive.width[cell]} wide), a reader finds ${reach.low[cell]} to ${reach.high[cell]}`,
    )
}

/** Every cell suppressed that may be: neither fixed nor, unless it is sensitive or must be suppressed, 0. */
function allPermitted({ values, given }: Table, { status }: Sensitivity): Uint8Array {
  return Uint8Array.from(values, (value, cell) => {
    const said = givenStatuses[given?.[cell] ?? 0]
    return Number(said !== 'fixed' && said !== 'zero' && (value !== 0 || status[cell] === 1 || said === 'must'))
  })
}

/**
 * The sensitive cells that a reader finds more closely than their levels allow, or exactly. A level below the value ends at
 * what everybody knows before.
 */
export function missed(table: Table, sensitive: Sensitivity, { low, high }: Reach): number[] {
  const { values } = table
  const { status, lower, upper, width } = sensitive
  const least = leastBefore(table)
  return Array.from(status.keys()).filter((c) => {
    if (status[c] === 0) return false
    const slack = 1e-6 * Math.max(1, Math.abs(values[c]))
    const isKept =
      low[c] <= Math.max(values[c] - lower[c], least[c]) + slack &&
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
