/**
 * Rank swapping record linkage by a growing number of keys: the attack of an intruder who knows the window.
 *
 * The candidates are the masked records that each of the first t values may have become: ∩_j B(x_ij), see
 * `rankIntervals`. RSLD-t: percent of the original records whose nearest candidate is the right masked record, by
 * Euclidean distance in the first t columns in standard deviations of the original. RSLD: mean of RSLD-1 … RSLD-min(7,
 * d). With direction masked-to-original the two files are exchanged: each masked record is linked to an original one.
 * Source: Nin, Herranz & Torra 2008; Torra 2013, rank swapping record linkage.
 */
import { defineMetric, type Dataset, type Measurement, type MeasureInput } from '@sdc/core'
import { mean } from '@sdc/stats'
import { inRange, rangeUnit, smallestPercent } from '@sdc/stats/internal'
import * as z from 'zod'
import {
  correspondence,
  gather,
  notUsed,
  truthParam,
  leftOut,
  table,
  tooFewPairs,
  unmeasured,
  type Correspondence,
  type Truth,
} from '@sdc/toolkit'
import { incompleteWarning } from '../columns/incomplete-records.js'
import type { LinkDirection, TieCount } from '../search/link.js'
import { linkageKeys, NO_KEYS } from '../columns/linkage-keys.js'
import { attackedRecords, drawnAttacked, swappedColumn, windowOf, type KnownWindow } from './attacked-records.js'
import { percentSample, windowCost, windowSampleNote } from '../columns/attacked-sample.js'
import type { RankSwapKey } from './rank-swap-key.js'
import { candidateTable } from './candidate-table.js'
import { linkageParams } from '../search/linkage-params.js'
import { rankIntervals } from './rank-swap-candidates.js'
import { rankSwapLinks } from './rank-swap-linkage.js'
import { ofOriginals, recordLinkageParams } from '../search/record-linkage.js'
import { riskInPercent } from '../../card-facts.js'

/** Parameters for the intruder's knowledge of the window, shared by the scores. */
export const windowParams = {
  percent: z
    .number()
    .gt(0)
    .max(100)
    .optional()
    .meta({
      description:
        'Window of the rank swapping, in percent of the records with a value, rounded down to whole positions as in rank ' +
        'swapping. By default the least window of each column that contains all its masked values.',
      unit: 'percent of the records',
    }),
  positions: z.int().min(1).optional().meta({
    description: 'Window in positions of the sorted column; replaces percent.',
    unit: 'positions',
  }),
}

const params = z.object({
  ...windowParams,
  truth: truthParam,
  direction: recordLinkageParams.direction.meta({
    description:
      'Direction of the attack: the intruder knows an original record and searches the masked file, or has a masked ' +
      'record and searches the original ones they know; the window then refers to the original values.',
  }),
  keys: z
    .enum(['first'])
    .default('first')
    .meta({ description: 'Number t of columns that the intruder knows in RSLD-t: the first t of the file.' }),
  ties: linkageParams.ties.meta({
    description:
      'Credit of a link if several records are equally near. fractional: probability of a random pick; first: the ' +
      'first one; inclusive: 1 if the right one is among them; strict: 1 only if it is alone.',
  }),
})

export const rsRlMetric = defineMetric({
  id: 'risk/rs-rl',
  title: 'Rank swapping record linkage (RSLD)',
  summary:
    'Share of original records linked to the right masked one by the first 1 to 7 columns, if the intruder knows the ' +
    'swapping window.',
  formula:
    'RSLD = mean over t = 1…min(7, d) of 100 · share{nearest in ∩_{j≤t} B(x_ij) is the right one},  ' +
    'B(x_ij) = {masked records with y_(lo−w) ≤ y_j ≤ y_(hi+w)}, lo…hi the places of x_ij among the masked values',
  honours: ['person'],
  source: [
    { key: 'nin-herranz-torra-2008', where: 'rank swapping record linkage' },
    { key: 'torra-2013', where: 'rank swapping record linkage' },
  ],
  notes: [
    {
      topic: 'interpretation',
      text:
        'The places lo…hi of x_ij are counted among the masked values of the column, sorted: lo is one more than the ' +
        'number below it, hi the number not above it. If x_ij is among them they are its ranks there. If it is not, as ' +
        'after noise, lo = hi + 1, and the window has w masked values on either side. Only the masked file decides, ' +
        'since an intruder has nothing else. After swapping, which keeps every value, the places are the ranks in the ' +
        'original.',
    },
    {
      topic: 'interpretation',
      text:
        'A published window enables this attack. A record with one candidate is identified, and the intruder knows it. ' +
        'The table has the share of these, and the number that are right.',
    },
    {
      topic: 'parameters',
      text:
        'Without percent or positions, the window of every column is the least that contains all masked values: the best ' +
        'case for an intruder who knows the window. So the metric applies to any masked file. If one record moved ' +
        'through the whole column, all records are candidates, and it equals distance-based linkage.',
    },
    {
      topic: 'parameters',
      text:
        'Give the window only for a file that was rank-swapped with it. If the right record is not among the candidates, ' +
        'as the table shows, the value describes a mistaken intruder.',
    },
    { topic: 'interpretation', text: 'Records without a candidate are not linked; the table counts them.' },
    {
      topic: 'parameters',
      text:
        'With truth: nearest every masked record has an original one that counts as right. direction: masked-to-original ' +
        'attacks every masked record, as in the slides of Torra 2013; it has their values for wide windows. From ' +
        'original to masked, only the originals that are the nearest of some masked record can be attacked: 740 of the ' +
        '1080 of the Census file at 14 %. This convention exceeds both others, so the table convention names it and a ' +
        'warning is given.',
    },
    {
      topic: 'missing',
      text:
        'It uses complete cases. A record is omitted if it or its record in the other file has a missing value, or if ' +
        'the latter is absent. A record with a missing value is not a candidate. A warning has their number. Columns ' +
        'that are constant in the original are not used.',
    },
    windowSampleNote,
  ],
  ...riskInPercent,
  high: { share: 0.1, meaning: 'an intruder who knows the maximum move of values links {value} of the records' },
  cost: windowCost,
  share: 'records',
  costly: true,
  params,
  needsFile: () => ({
    why: 'it undoes rank swapping by the order of all values; risk/dbrl runs out of core on a sample',
  }),
  plan: () => ({
    form: 'file',
    measure: (input) =>
      measureRankSwapLinkage(input, correspondence(input, input.params.truth, 'risk/rs-rl'), input.params),
  }),
})

export interface RankSwapLinkageOptions extends KnownWindow {
  readonly truth: Truth
  readonly direction: LinkDirection
  readonly ties: TieCount
}

/**
 * Measures the RSLD of given pairs of records.
 *
 * @param input - Both files.
 * @param pairs - Original record of each masked one.
 * @param options - Intruder's knowledge of the window, direction, and credit of ties.
 * @returns The measurement, its value in percent; null, with the reason, if linkage is impossible.
 */
export function measureRankSwapLinkage(
  input: MeasureInput<unknown>,
  pairs: Correspondence,
  options: RankSwapLinkageOptions,
): Measurement {
  const why = tooFewPairs(pairs.masked.length, input.origin, options.truth === 'identity')
  if (why) return unmeasured(why)
  const linkage = linkageKeys(input, pairs)
  if (linkage.names.length === 0) return unmeasured(NO_KEYS)
  const { truth, direction } = options
  const forward = direction === 'original-to-masked'
  const all = attackedRecords(linkage, input, direction)
  const { linked: attacked, right } = drawnAttacked(all, linkage, input.rng, {
    direction,
    above: windowCost.sampleAbove,
  })
  const counts = leftOut(
    forward
      ? {
          [notUsed.unmatchedOriginal]: input.original.rows - all.linked.length,
          [notUsed.incompleteMasked]: input.masked.rows - linkage.masked.rows.length,
          [notUsed.constantColumns]: linkage.constant,
        }
      : {
          [notUsed.unmatchedMasked]: input.masked.rows - all.linked.length,
          [notUsed.incompleteOriginal]: input.original.rows - linkage.original.rows.length,
          [notUsed.constantColumns]: linkage.constant,
        },
  )
  const tables = new Map([
    ['left-out', counts],
    ['convention', conventionTable(truth, direction, all.linked.length)],
  ])
  if (attacked.length < 2) {
    const reason = `${attacked.length} ${forward ? 'original' : 'masked'} records have all columns in both files; the metric needs 2`
    return unmeasured(reason, attacked.length, tables)
  }
  const columns = linkage.names.map((name) => swappedColumn(input, name, linkage, attacked, direction))
  const windows = columns.map((column) => windowOf(column, options))
  const still = options.percent === undefined ? -1 : windows.findIndex((window) => window < 1)
  if (still >= 0) {
    const count = columns[still].sorted.length
    const reason =
      `${options.percent} % of the ${count} values of column "${linkage.names[still]}" is less than one position, ` +
      `which swaps nothing. Give positions, or percent of ${smallestPercent(count)} or more`
    return unmeasured(reason, 0, tables)
  }
  const [own, other] = forward ? [linkage.original, linkage.masked] : [linkage.masked, linkage.original]
  const from = gather(own.keys, attacked)
  const unit = rangeUnit(other.keys)
  const keys = columns.map(({ known, released, sorted }, j): RankSwapKey => ({
    from: from[j].map((value) => inRange(value, unit)),
    to: other.keys[j].map((value) => value * unit),
    slack: linkage.slack[j] * unit,
    released,
    intervals: rankIntervals(known, sorted, windows[j]),
  }))
  const links = rankSwapLinks(keys, right, options.ties, (done) => input.tick(done))
  const each = Float64Array.from(attacked, (_, r) => mean(Float64Array.from(links, ({ credit }) => credit[r])))
  // A masked record has one original record.
  const places = forward ? attacked : right.rows
  const originals = places.map((place) => linkage.original.rows[place])
  const records = ofOriginals(input.original.rows, originals, each)
  const third = thirdConvention(truth, direction, all.linked.length, input.original.rows)
  const warnings = [
    ...linkage.warnings,
    ...incompleteWarning(pairs.masked.length, linkage.pairs.masked.length),
    ...third,
  ]
  tables.set('keys', candidateTable(linkage.names, links, { 'window in positions': Float64Array.from(windows) }))
  return {
    value: mean(Float64Array.from(links, ({ credit }) => 100 * mean(credit))),
    used: attacked.length,
    ...percentSample(all.linked.length, each),
    records,
    tables,
    ...(warnings.length > 0 && { warnings }),
  }
}

/** Returns a note if the attack is neither of the two published ones. */
function thirdConvention(truth: Truth, direction: LinkDirection, attacked: number, of: number): readonly string[] {
  if (truth === 'identity' || direction === 'masked-to-original') return []
  return [
    `truth: nearest from original to masked records attacks the ${attacked} of ${of} original records that are the ` +
      'nearest of a masked one: a convention of this project. The published values use direction: masked-to-original',
  ]
}

function conventionTable(truth: Truth, direction: LinkDirection, attacked: number): Dataset {
  return table({ truth: [truth], direction: [direction], 'records attacked': Float64Array.of(attacked) })
}
