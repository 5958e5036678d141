/**
 * Rank swapping record linkage by a growing number of keys: the attack of an intruder who knows the window.
 *
 * RSLD-t: percent of the original records that are linked to the right masked record, which is the nearest one, by
 * Euclidean distance in the first t columns in standard deviations of the original, among those that each of these t values may
 * have become: ∩_j B(x_ij), see `rankIntervals`. RSLD: mean of RSLD-1 … RSLD-min(7, d).
 * Source: Nin, Herranz & Torra 2008; Torra 2013, rank swapping record linkage.
 */
import { defineMetric, type Dataset, type Measurement, type MeasureInput } from '@sdc/core'
import { inRange, mean, rangeUnit, smallestPercent } from '@sdc/stats'
import * as z from 'zod'
import { correspondence, gather, truthParam, type Correspondence, type Truth } from '@sdc/toolkit'
import type { TieCount } from './link.js'
import { linkageKeys, NO_KEYS } from './linkage-keys.js'
import { leftOut, table, tooFewPairs, unmeasured } from '@sdc/toolkit'
import { attackedRecords, swappedColumn, windowOf, type KnownWindow } from './attacked-records.js'
import { drawnOriginals, percentSample, windowCost, windowSampleNote } from './attacked-sample.js'
import type { RankSwapKey } from './candidate-search.js'
import { linkageParams } from './dld.js'
import { rankIntervals } from './rank-swap-candidates.js'
import { rankSwapLinks, type RankSwapLinks } from './rank-swap-linkage.js'

const params = z.object({
  percent: z
    .number()
    .gt(0)
    .max(100)
    .optional()
    .meta({
      description:
        'The window the file was swapped with, in percent of the records that have a value, rounded down to whole ' +
        'positions as rank swapping does. Where neither is given, the least window of each column that holds all its ' +
        'masked values.',
      unit: 'percent of the records',
    }),
  positions: z.int().min(1).optional().meta({
    description: 'The same in positions of the sorted column; where given, it is used instead of percent.',
    unit: 'positions',
  }),
  truth: truthParam,
  keys: linkageParams.keys.meta({ description: 'The columns the intruder knows in RSLD-t: the first t of the file.' }),
  ties: linkageParams.ties.meta({
    description:
      'What a link is worth where several masked records are equally near: the chance of a random pick among them, ' +
      'the one that comes first, a hit if the right one is among them, or a hit only if it is alone.',
  }),
})

export const rsRlMetric = defineMetric({
  id: 'risk/rs-rl',
  title: 'Rank swapping record linkage (RSLD)',
  summary:
    'The share of original records that an intruder who knows how far values were swapped links to the right masked ' +
    'record by the first 1 to 7 columns.',
  formula:
    'RSLD = mean over t = 1…min(7, d) of 100 · share{nearest in ∩_{j≤t} B(x_ij) is the right one},  ' +
    'B(x_ij) = {masked records with y_(lo−w) ≤ y_j ≤ y_(hi+w)}, lo…hi the places of x_ij among the masked values',
  source: [
    { key: 'nin-herranz-torra-2008', where: 'rank swapping record linkage' },
    { key: 'torra-2013', where: 'rank swapping record linkage' },
  ],
  notes: [
    {
      topic: 'reading',
      text:
        'The places lo…hi of x_ij are counted among the masked values of the column, sorted: lo is one more than how many are ' +
        'below it, hi how many are not above it. Where x_ij is among them they are its ranks there; where it is not, as after ' +
        'noise, lo = hi + 1, and the window has w masked values on either side. The masked file alone decides: it is all ' +
        'that an intruder has, and after swapping, which keeps every value, the places are the ranks in the original.',
    },
    {
      topic: 'reading',
      text:
        'This is the attack that a published window arms. A record with one candidate is identified, and the intruder ' +
        'knows it: the table has the share of these, and how many of them are right.',
    },
    {
      topic: 'parameters',
      text:
        'Without percent or positions the window of every column is the least that holds all masked values: what an ' +
        'intruder who knows the window has at best. So it can be measured of any masked file; where one record moved ' +
        'through the whole column, the candidates are all records, and it is distance-based linkage.',
    },
    {
      topic: 'parameters',
      text:
        'Give the window only of a file that was rank-swapped with it: where the right record is not among the ' +
        'candidates, as the table says, the value is the risk from an intruder who is mistaken.',
    },
    { topic: 'reading', text: 'Records without a candidate are not linked; the table counts them.' },
    {
      topic: 'missing',
      text:
        'Complete cases: an original record with a missing key, or whose masked record has one or is not in the file, is ' +
        'left out, and a masked record with a missing key is no candidate. Columns that are constant in the original ' +
        'are no keys.',
    },
    windowSampleNote,
  ],
  kind: 'risk',
  high: { share: 0.1, meaning: 'an intruder who knows how far values moved links {value} of the records' },
  better: 'lower',
  unit: '%',
  range: [0, 100],
  cost: windowCost,
  share: 'records',
  costly: true,
  recordsOf: 'original',
  needsOrigin: true,
  atIdentity: 100,
  params,
  measure: (input) =>
    measureRankSwapLinkage(input, correspondence(input, input.params.truth, 'risk/rs-rl'), input.params),
})

export interface RankSwapLinkageOptions extends KnownWindow {
  readonly truth: Truth
  readonly ties: TieCount
}

/** RSLD of given pairs of records. */
export function measureRankSwapLinkage(
  input: MeasureInput<unknown>,
  pairs: Correspondence,
  options: RankSwapLinkageOptions,
): Measurement {
  const why = tooFewPairs(pairs.masked.length, input.origin, options.truth === 'identity')
  if (why) return unmeasured(why)
  const linkage = linkageKeys(input, pairs)
  if (linkage.names.length === 0) return unmeasured(NO_KEYS)
  const all = attackedRecords(linkage)
  const { attacked, owner } = drawnOriginals(all, linkage, input.rng, windowCost.sampleAbove)
  const counts = leftOut({
    'original records without a masked one, or with a missing value': input.original.rows - all.attacked.length,
    'masked records with a missing value': input.masked.rows - linkage.masked.rows.length,
    'constant columns': linkage.constant,
  })
  const tables = new Map([['left-out', counts]])
  if (attacked.length < 2) {
    const reason = `${attacked.length} original records have all keys in both files, and 2 are needed`
    return unmeasured(reason, attacked.length, tables)
  }
  const columns = linkage.names.map((name) => swappedColumn(input, name, linkage, attacked))
  const windows = columns.map((column) => windowOf(column, options))
  const still = options.percent === undefined ? -1 : windows.findIndex((window) => window < 1)
  if (still >= 0) {
    const count = columns[still].sorted.length
    const reason =
      `${options.percent} % of the ${count} values of column "${linkage.names[still]}" is less than one position: ` +
      `nothing is swapped by that. Give positions, or percent of ${smallestPercent(count)} or more`
    return unmeasured(reason, 0, tables)
  }
  const from = gather(linkage.original.keys, attacked)
  const unit = rangeUnit(linkage.masked.keys)
  const keys = columns.map(({ known, released, sorted }, j): RankSwapKey => ({
    from: from[j].map((value) => inRange(value, unit)),
    to: linkage.masked.keys[j].map((value) => value * unit),
    slack: linkage.slack[j] * unit,
    released,
    intervals: rankIntervals(known, sorted, windows[j]),
  }))
  const links = rankSwapLinks(keys, owner, options.ties, (done) => input.tick(done))
  const records = new Float64Array(input.original.rows).fill(Number.NaN)
  const each = Float64Array.from(attacked, (_, r) => mean(Float64Array.from(links, ({ credit }) => credit[r])))
  attacked.forEach((at, r) => (records[linkage.original.rows[at]] = each[r]))
  tables.set('keys', keyTable(linkage.names, windows, links))
  return {
    value: mean(Float64Array.from(links, ({ credit }) => 100 * mean(credit))),
    used: attacked.length,
    ...percentSample(all.attacked.length, each),
    records,
    tables,
    ...(linkage.warnings.length > 0 && { warnings: linkage.warnings }),
  }
}

function keyTable(names: readonly string[], windows: readonly number[], links: readonly RankSwapLinks[]): Dataset {
  const each = (of: (link: RankSwapLinks) => number): Float64Array => Float64Array.from(links, of)
  const share = (flags: ArrayLike<number>): number => 100 * mean(Float64Array.from(flags))
  return table({
    'key added': names,
    keys: Float64Array.from(names, (_, t) => t + 1),
    'window in positions': Float64Array.from(windows),
    percent: each(({ credit }) => share(credit)),
    'percent with one candidate': each(({ candidates }) => share(candidates.map((count) => (count === 1 ? 1 : 0)))),
    'of these right, percent': each(({ candidates, held }) => share(held.filter((_, r) => candidates[r] === 1))),
    'percent with the right one among the candidates': each(({ held }) => share(held)),
    'without a candidate': each(({ candidates }) => candidates.filter((count) => count === 0).length),
  })
}
