import type { Dataset, Facts, Interval, Measurement, Totals } from '@sdc/core'
import { sum } from '@sdc/stats'
import { figures, leftOut, meanInterval, notUsed } from '@sdc/toolkit'
import { percentSample } from '../columns/attacked-sample.js'
import { dominatedColumns } from '../columns/dominated-columns.js'
import { incompleteWarning } from '../columns/incomplete-records.js'
import { creditsOf, type NearestLinks, type TieCount } from './link.js'
import { numbersIn, OWN, RIGHT } from './linkage-coordinates.js'
import { sideOf, type LinkageSearch } from './linkage-search.js'
import { linkedTable, ofOriginals } from './record-linkage.js'
import { linksOfSample } from './search-blocks.js'

/** Links of attacked records. */
export interface LinkedRecords {
  readonly search: LinkageSearch
  readonly rows: Facts<unknown>['rows']
  /** Number of records that may be attacked, and number of their right records. */
  readonly attacked: number
  readonly right: number
  /** Number of original records with a masked one that may be linked. */
  readonly matched: number
  /** Links of all attacked records, and their credits, by turn. */
  readonly links: readonly NearestLinks[]
  readonly credits: readonly Float64Array[]
  /** Number of each attacked record in its file, and of its right record. */
  readonly numbers: { readonly own: Int32Array; readonly right: Int32Array }
}

/** Returns the links of the attacked records: each once, also if it has several right records. */
export function linkedRecords(
  search: LinkageSearch,
  ties: TieCount,
  rows: Facts<unknown>['rows'],
  all: number,
  sample: Totals,
  found: Totals,
): LinkedRecords {
  const [own, right] = [OWN, RIGHT].map((place) => numbersIn(search, sample, place))
  const count = own.length
  // By their numbers; for a record with several right ones its own comes first.
  const order = own.every((number, r) => r === 0 || own[r - 1] < number)
    ? undefined
    : Int32Array.from(own.keys()).sort((a, b) => own[a] - own[b] || a - b)
  const firsts: number[] = []
  const recordOf = new Int32Array(count)
  for (let k = 0; k < count; k++) {
    const r = order?.[k] ?? k
    if (k === 0 || own[r] !== own[firsts[firsts.length - 1]]) firsts.push(r)
    recordOf[r] = firsts.length - 1
  }
  const { by, pairs } = search
  const each = linksOfSample(search, sample, found)
  const links = order || firsts.length < count ? each.map((one) => joined(one, recordOf, firsts)) : each
  const isAll = count === all
  const attacked = isAll ? firsts.length : pairs
  return {
    search,
    rows,
    attacked,
    right: isAll ? count : (pairs * count) / firsts.length,
    matched: isAll ? new Set(sideOf(by, { original: own, masked: right }, true)).size : pairs,
    links,
    credits: links.map((one) => creditsOf(one, ties)),
    numbers: { own: new Int32Array(firsts).map((r) => own[r]), right: new Int32Array(firsts).map((r) => right[r]) },
  }
}

/** Joins the links of records that are linked several times, by all of their right records. */
function joined({ tied, right, first }: NearestLinks, recordOf: Int32Array, firsts: readonly number[]): NearestLinks {
  const n = firsts.length
  const links = { tied: new Int32Array(n), right: new Int32Array(n), first: new Uint8Array(n) }
  for (const [r, record] of recordOf.entries()) {
    links.tied[record] = tied[r]
    links.right[record] += right[r]
    if (first[r] === 1) links.first[record] = 1
  }
  return links
}

export function leftOutOf({
  rows,
  search: { pairs, constant },
  matched,
}: Pick<LinkedRecords, 'rows' | 'matched'> & {
  readonly search: Pick<LinkageSearch, 'pairs' | 'constant'>
}): Dataset {
  return leftOut({
    [notUsed.unmatchedOriginal]: rows.original - matched,
    [notUsed.unlinkedMasked]: rows.masked - pairs,
    [notUsed.constantColumns]: constant,
  })
}

export function recordsOf({ search, rows, numbers, credits: [credit] }: LinkedRecords): Float64Array {
  return ofOriginals(rows.original, sideOf(search.by, { original: numbers.own, masked: numbers.right }, true), credit)
}

export function measurementOf(linked: LinkedRecords): Measurement {
  const {
    search,
    rows,
    attacked,
    right,
    links,
    credits: [credit],
  } = linked
  const { names, x, candidates, turns, complete, isPartial } = search
  const linkage = {
    'records to link': attacked,
    candidates,
    'expected by chance': right / candidates,
    ...(isPartial && { 'incomplete pairs': rows.pairs - complete }),
  }
  const warnings = [...dominatedColumns(names, x), ...incompleteWarning(rows.pairs, complete, isPartial)]
  return {
    value: (100 * sum(credit)) / credit.length,
    used: credit.length,
    ...percentSample(attacked, credit),
    ...creditInterval(credit),
    tables: new Map([
      ['linked', linkedTable(links[0])],
      ['linkage', figures(linkage)],
      ['left-out', leftOutOf(linked)],
      ...(turns[0].tables ?? []),
    ]),
    ...(warnings.length > 0 && { warnings }),
  }
}

/**
 * Returns the interval of the mean of credits that are neither only hits and misses nor all equal; those have the
 * interval of shares.
 *
 * @param credit - Credit of each link, in [0, 1].
 * @returns `interval` in percent, or nothing.
 */
export function creditInterval(credit: Float64Array): { readonly interval?: Interval } {
  if (credit.length < 2 || credit.every((one) => one === 0 || one === 1 || one === credit[0])) return {}
  const [low, high] = meanInterval(credit)
  return { interval: { low: Math.max(0, 100 * low), high: Math.min(100, 100 * high), by: 'jackknife' } }
}
