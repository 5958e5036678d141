/**
 * Individual ranking record linkage: the attack of an intruder who knows that each column was divided into groups of
 * neighbours and replaced by their means.
 *
 * The candidates are the masked records whose values lie in [max{m < x_j}, min{m > x_j}], m the masked values of column
 * j, for every j ≤ t. IRLD-t: percent of the original records whose nearest candidate is the right masked record, by
 * Euclidean distance in the first t columns in standard deviations of the original. IRLD: mean of IRLD-1 … IRLD-min(7,
 * d). Source: Nin, Herranz & Torra 2008 for the intersection of candidates; Torra 2013.
 */
import { defineMetric, type Measurement, type MeasureInput } from '@sdc/core'
import { mean } from '@sdc/stats'
import { inRange, rangeUnit } from '@sdc/stats/internal'
import * as z from 'zod'
import { correspondence, gather, leftOut, notUsed, tooFewPairs, truthParam, unmeasured } from '@sdc/toolkit'
import { attackedRecords, drawnAttacked, swappedColumn } from './attacked-records.js'
import { percentSample, windowCost, windowSampleNote } from '../columns/attacked-sample.js'
import type { RankSwapKey } from './rank-swap-key.js'
import { candidateTable } from './candidate-table.js'
import { linkageParams } from '../search/linkage-params.js'
import { linkageKeys, NO_KEYS } from '../columns/linkage-keys.js'
import { neighbouringMeans } from './neighbouring-means.js'
import { rankSwapLinks } from './rank-swap-linkage.js'
import { riskInPercent } from '../../card-facts.js'

const params = z.object({
  truth: truthParam,
  ties: linkageParams.ties.meta({
    description:
      'Credit of a link if several masked records are equally near. fractional: probability of a random pick; first: ' +
      'the first one; inclusive: 1 if the right one is among them; strict: 1 only if it is alone.',
  }),
})

export const irRlMetric = defineMetric({
  id: 'risk/ir-rl',
  title: 'Individual ranking record linkage (IRLD)',
  summary:
    'Share of original records linked to the right masked one by the first 1 to 7 columns, if the intruder knows ' +
    'that columns were microaggregated separately.',
  formula:
    'IRLD = mean over t = 1…min(7, d) of 100 · share{nearest in ∩_{j≤t} B(x_ij) is the right one},  ' +
    'B(x_ij) = {masked records with max{m < x_ij} ≤ y_j ≤ min{m > x_ij}}, m the masked values of column j',
  honours: ['person'],
  source: [
    { key: 'torra-2013', where: 'individual ranking' },
    { key: 'nin-herranz-torra-2008', where: 'the intersection of candidates' },
  ],
  notes: [
    {
      topic: 'interpretation',
      text:
        'The groups of a column are runs of its sorted values. So the masked value of x is the greatest mean below x, x, ' +
        'or the least mean above x. The intruder need not know the sizes of the groups, because the masked file shows ' +
        'the means. A record with one candidate is identified, and the intruder knows it. The table has the share of ' +
        'these, and the number that are right.',
    },
    {
      topic: 'parameters',
      text:
        'Use it for a file masked by individual ranking. For other files the right record is often not among the ' +
        'candidates, as the table shows, and the value describes a mistaken intruder. A record without a candidate is ' +
        'not linked.',
    },
    {
      topic: 'ties',
      text:
        'Equal values may be in several groups; the interval contains them all. A mean of equal values that is wrong in ' +
        'its last bits counts as that value.',
    },
    {
      topic: 'missing',
      text:
        'It uses complete cases. An original record is omitted if it or its masked record has a missing value, or if its ' +
        'masked record is absent. A masked record with a missing value is not a candidate. Columns that are constant in ' +
        'the original are not used.',
    },
    windowSampleNote,
  ],
  ...riskInPercent,
  high: { share: 0.1, meaning: 'an intruder who knows the masking links {value} of the records' },
  cost: windowCost,
  costly: true,
  params,
  needsFile: () => ({
    why: 'it undoes individual ranking by the order of all values; risk/dbrl runs out of core on a sample',
  }),
  plan: () => ({ form: 'file', measure: measureIndividualRankingLinkage }),
})

function measureIndividualRankingLinkage(input: MeasureInput<z.infer<typeof params>>): Measurement {
  const { truth, ties } = input.params
  const pairs = correspondence(input, truth, 'risk/ir-rl')
  const why = tooFewPairs(pairs.masked.length, input.origin, truth === 'identity')
  if (why) return unmeasured(why)
  const linkage = linkageKeys(input, pairs)
  if (linkage.names.length === 0) return unmeasured(NO_KEYS)
  const all = attackedRecords(linkage, input)
  const counts = leftOut({
    [notUsed.unmatchedOriginal]: input.original.rows - all.linked.length,
    [notUsed.incompleteMasked]: input.masked.rows - linkage.masked.rows.length,
    [notUsed.constantColumns]: linkage.constant,
  })
  if (all.linked.length < 2) {
    const reason = `${all.linked.length} original records have all columns in both files; the metric needs 2`
    return unmeasured(reason, all.linked.length, new Map([['left-out', counts]]))
  }
  const { linked: attacked, right } = drawnAttacked(all, linkage, input.rng, { above: windowCost.sampleAbove })
  const from = gather(linkage.original.keys, attacked)
  const unit = rangeUnit(linkage.masked.keys)
  const keys = linkage.names.map((name, j): RankSwapKey => {
    const { known, released, sorted } = swappedColumn(input, name, linkage, attacked)
    return {
      from: from[j].map((value) => inRange(value, unit)),
      to: linkage.masked.keys[j].map((value) => value * unit),
      slack: linkage.slack[j] * unit,
      released,
      intervals: neighbouringMeans(known, sorted),
    }
  })
  const links = rankSwapLinks(keys, right, ties, (done) => input.tick(done))
  const each = Float64Array.from(attacked, (_, r) => mean(Float64Array.from(links, ({ credit }) => credit[r])))
  const records = new Float64Array(input.original.rows).fill(Number.NaN)
  attacked.forEach((at, r) => (records[linkage.original.rows[at]] = each[r]))
  return {
    value: 100 * mean(each),
    used: attacked.length,
    ...percentSample(all.linked.length, each),
    records,
    tables: new Map([
      ['keys', candidateTable(linkage.names, links)],
      ['left-out', counts],
    ]),
    ...(linkage.warnings.length > 0 && { warnings: linkage.warnings }),
  }
}
