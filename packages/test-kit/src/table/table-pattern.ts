import { givenStatuses, type Sensitivity, type Table, type TableMethod, type TableResult } from '@sdc/core'
import { leastBefore, readerReach, type Reach } from './reader.js'

/**
 * Checks that a result has the form of the declared protection: a pattern of suppressed cells, other values, or another
 * table.
 */
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

/** Checks that the value of a sensitive cell is not shown. */
export function shownProblems({ status: sensitive }: Sensitivity, { status }: TableResult): string[] {
  return Array.from(sensitive.keys())
    .filter((cell) => sensitive[cell] === 1 && status[cell] === 0)
    .map((cell) => `expected the sensitive cell ${cell + 1} to be suppressed, it is shown`)
}

/**
 * Checks the protection levels against a reader who solves the linear programs (by the suite's own simplex). The
 * interval of every sensitive cell must be as wide as its levels require, or as wide as with every permitted cell
 * suppressed. A level that published zeros and fixed cells make impossible is not a fault of a pattern.
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

/**
 * Suppresses every permitted cell: cells that are not fixed, and not 0 unless they are sensitive or must be suppressed.
 */
function allPermitted({ values, given }: Table, { status }: Sensitivity): Uint8Array {
  return Uint8Array.from(values, (value, cell) => {
    const said = givenStatuses[given?.[cell] ?? 0]
    return Number(said !== 'fixed' && said !== 'zero' && (value !== 0 || status[cell] === 1 || said === 'must'))
  })
}

/**
 * Sensitive cells whose interval is narrower than their levels permit, or a single value. A level below the value ends
 * at the public knowledge before suppression.
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

/**
 * Checks that the instructions of the table are followed: fixed cells are published, cells that must be suppressed are.
 */
export function givenProblems({ given }: Table, { status }: TableResult): string[] {
  return Array.from(given ?? []).flatMap((one, cell) => {
    if (one === 2 && status[cell] > 0) return [`expected cell ${cell + 1}, which must be published, to be`]
    if (one === 3 && status[cell] === 0) return [`expected cell ${cell + 1}, which must be suppressed, to be`]
    return []
  })
}
