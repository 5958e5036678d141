/**
 * Identification by the posterior of a normal model.
 *
 * For an original record x_i, the masked record t with the greatest posterior ∝ exp(−½ rᵀC⁻¹r), r = y_t − μ_Y − B(x_i −
 * μ_X), is selected, see `fullerModel`. Value: percent of the records for which it is their own. If Σ_XY = 0, every
 * target has the same posterior, and exactly one is identified. Source: Fuller 1993; Muralidhar & Sarathy 2007, tables
 * 2 and 5.
 */
import { defineMetric, type Measurement, type MeasureInput } from '@sdc/core'
import { mean, sum } from '@sdc/stats'
import * as z from 'zod'
import { candidateBlocks } from '../linkage/search/candidate-blocks.js'
import { completeRecords, notUsed, gather, knownPairs, figures, leftOut, tooFewPairs, unmeasured } from '@sdc/toolkit'
import { drawnRecords, fixedSampleNote, linkageCost, percentSample } from '../linkage/columns/attacked-sample.js'
import { creditsOf, type TieCount } from '../linkage/search/link.js'
import { NO_KEYS, varyingColumns } from '../linkage/columns/linkage-keys.js'
import { fullerModel } from './fuller-model.js'
import { meanPosterior, nearestCandidates, type PosteriorSearch } from './posterior-search.js'
import {
  unmaskedNote,
  linkedValues,
  recordLinkageParams,
  rightRows,
  someRecords,
} from '../linkage/search/record-linkage.js'
import { riskInPercent } from '../card-facts.js'

const params = z.object({
  candidates: z
    .enum(['all', 'same-given'])
    .default('all')
    .meta({
      description:
        'Candidates of a target: all masked records, or those with the same values of the given columns (categories or ' +
        'numbers), which the masked file shows unchanged.',
    }),
  ties: recordLinkageParams.ties,
})

export const fullerIdentificationMetric = defineMetric({
  id: 'risk/fuller-identification',
  title: 'Identification by the posterior (Fuller)',
  summary:
    'Share of original records whose masked record is the most probable one for an intruder who knows their values ' +
    'and all means and covariances.',
  formula: '100 · share{i : argmin_t rᵀC⁻¹r = i},  r = y_t − μ_Y − B(x_i − μ_X), B = Σ_YXΣ_XX⁻¹, C = Σ_YY − BΣ_XY',
  source: [
    { key: 'fuller-1993', where: 'the posterior of a link' },
    { key: 'muralidhar-sarathy-2007', where: 'tables 2 and 5' },
  ],
  notes: [
    {
      topic: 'interpretation',
      text:
        'The table identified has the number of records and the expected number from a random pick among the candidates ' +
        '(1 in a file or group with independent masked values). It also has the mean posterior of the right record. ' +
        'Tables of papers print the number of records.',
    },
    {
      topic: 'interpretation',
      text:
        'It is measured in the given file. To measure groups, measure by group: means and covariances are then those of ' +
        'the group.',
    },
    {
      topic: 'limits',
      text:
        'The moments are those of the true pairs, the best case for an intruder. With few records for each column they ' +
        'fit these very pairs, and find more than chance even in independent values. Below 2p + 1 records for p columns ' +
        'there is no value.',
    },
    {
      topic: 'limits',
      text:
        'It follows linear relations only; a masking that preserves others can be worse. It does not measure disclosure ' +
        'of values without finding the record: see risk/value-disclosure.',
    },
    fixedSampleNote,
    {
      topic: 'parameters',
      text: 'candidates: same-given also counts identification by the given columns alone, masked or not.',
    },
    {
      topic: 'missing',
      text:
        'It uses complete cases: a record with a missing value is neither target nor candidate. Above 5·10⁷ distances, ' +
        'the mean posterior uses evenly spaced targets.',
    },
    unmaskedNote,
  ],
  ...riskInPercent,
  high: { share: 0.1, meaning: 'an intruder who knows all means and covariances identifies {value} of the records' },
  cost: linkageCost,
  share: 'records',
  costly: true,
  params,
  needsFile: () => ({
    why: 'the probability of each record is a share among those of all others; risk/dbrl runs out of core on a sample',
  }),
  plan: () => ({ form: 'file', measure }),
})

interface Options {
  readonly candidates: 'all' | 'same-given'
  readonly ties: TieCount
}

function measure(input: MeasureInput<Options>): Measurement {
  const known = knownPairs(input.origin)
  const why = tooFewPairs(known.masked.length, input.origin, true)
  if (why) return unmeasured(why)
  const { names } = varyingColumns(input)
  if (names.length === 0) return unmeasured(NO_KEYS)
  const { original, masked, pairs } = completeRecords(input, names, known)
  const all = rightRows(pairs.original, Int32Array.from(pairs.original.keys()))
  const counts = leftOut({
    [notUsed.unmatchedOriginal]: input.original.rows - all.linked.length,
    [notUsed.incompleteMasked]: input.masked.rows - masked.rows.length,
    [notUsed.constantColumns]: input.columns.length - names.length,
  })
  const needed = 2 * names.length + 1
  if (all.linked.length < needed) {
    const reason =
      `a model of ${names.length} columns needs ${needed} records that are complete in both files; there are ` +
      `${all.linked.length}`
    return unmeasured(reason, all.linked.length, new Map([['left-out', counts]]))
  }
  const y = gather(masked.keys, pairs.masked)
  const model = fullerModel(gather(original.keys, pairs.original), y, masked.keys)
  if (model.masked.length === 0) {
    return unmeasured(
      'every masked column is constant in the complete records',
      all.linked.length,
      new Map([['left-out', counts]]),
    )
  }
  const drawn = drawnRecords(
    all.linked.length,
    () => linkedValues([original.keys, y], all),
    { candidates: masked.rows.length, keys: names.length },
    input.rng,
  )
  const { linked, right } = drawn.length < all.linked.length ? someRecords(all, drawn) : all
  // All pairs of one original record have one prediction.
  const firstPair = Int32Array.from(linked, (_, l) => right.rows[right.starts[l]])
  const search: PosteriorSearch = {
    from: gather(model.predicted, firstPair),
    to: model.masked,
    sizes: { from: gather(model.sizes.predicted, firstPair), to: model.sizes.masked },
    right: { starts: right.starts, rows: right.rows.map((pair) => pairs.masked[pair]) },
  }
  const rows = linked.map((at) => original.rows[at])
  const keys = input.params.candidates === 'same-given' ? input.given : []
  const blocks = candidateBlocks(input.original, rows, input.masked, masked.rows, keys)
  const links = nearestCandidates(search, blocks, (done) => input.tick(done))
  const credit = creditsOf(links, input.params.ties)
  const posterior = meanPosterior(search, blocks)
  const records = new Float64Array(input.original.rows).fill(Number.NaN)
  rows.forEach((row, l) => (records[row] = credit[l]))
  return {
    value: 100 * mean(credit),
    used: linked.length,
    ...percentSample(all.linked.length, credit),
    records,
    tables: new Map([
      [
        'identified',
        figures({
          'records identified': sum(credit),
          'attacked records': linked.length,
          'expected by chance': links.chance,
          'mean probability of the right record, percent': 100 * posterior.mean,
          'records in that mean': posterior.count,
        }),
      ],
      ['left-out', counts],
    ]),
  }
}
