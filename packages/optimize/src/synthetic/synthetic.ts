/**
 * Synthetic microdata by optimisation (Sebé, Domingo-Ferrer, Mateo-Sanz & Torra 2002): random records, moved by
 * algorithm 1 until their moments are those of the original.
 */
import { defineMethod, numeric, SdcError, type MaskInput, type MaskingMethod, type MaskResult } from '@sdc/core'
import { countValues } from '@sdc/stats'
import { finiteColumns } from '@sdc/toolkit'
import * as z from 'zod'
import { columnStep } from '../post-mask/files.js'
import { impossibleValues, impossibleWarning, withinBounds } from '../post-mask/impossible-values.js'
import { outcomeReport, outcomeWarning } from '../post-mask/outcome.js'
import { loopParams, targetParam } from '../post-mask/params.js'
import { postMask } from '../post-mask/post-mask.js'
import { randomColumn } from './random-start.js'

const id = 'optimize/synthetic'

const params = z.object({
  percentOfRecords: z.number().gt(0).max(10000).default(100).meta({
    description: 'Number of synthetic records, in percent of those of the file or group, rounded to whole ones.',
    unit: 'percent of the records',
  }),
  start: z
    .enum(['bootstrap', 'normal'])
    .default('bootstrap')
    .meta({
      description:
        "Start of the search: in every column independently the column's own values drawn with replacement, or " +
        'normal numbers with its mean and standard deviation.',
    }),
  lossShare: z
    .number()
    .positive()
    .max(10)
    .default(0.3)
    .meta({
      description:
        'Target p of the mean distance to the nearest original records (IL1), within a hundredth; small is near ' +
        'to the original, and takes long.',
      unit: 'share of the IL1 at the start',
      search: { min: 0.2, max: 0.8 },
    }),
  target: targetParam('a hundredth'),
  ...loopParams,
})

export type SyntheticParams = z.infer<typeof params>

export const syntheticMethod: MaskingMethod<SyntheticParams> = defineMethod({
  id,
  title: 'Synthetic data by post-masking optimisation',
  summary:
    'Draws random records without any relation and moves their values until means, variances and covariances ' +
    'are nearly the original ones.',
  brief: [
    'It keeps means, variances and covariances nearly.',
    'It takes long; nothing of a single record remains, nor other relations.',
  ],
  formula:
    'X′ random, then algorithm 1 with q = 1: min E = Σ_j (Δ mean z_j)² + Σ_{j≤k} (Δ mean z_j·z_k)², subject to .99 p·IL1 ≤ IL1″ ≤ 1.01 p·IL1',
  source: [{ key: 'sebe-domingo-ferrer-mateo-sanz-torra-2002', where: 'section 5, synthetic microdata generation' }],
  notes: [
    {
      topic: 'limits',
      text:
        'A synthetic record does not come from any record of the file. Columns that are not drawn are left out ' +
        'of the result, because they would belong to no record. Those of `by` stay, because records are drawn ' +
        'within their groups. Measures that compare a record with its original have no value.',
    },
    {
      topic: 'limits',
      text:
        'It takes seconds where other methods take milliseconds (2 s for 1,080 records of 13 columns, 10 to 40 s ' +
        'if lossShare is hard to reach). A comparison tries it only if you name it.',
    },
    {
      topic: 'keeps',
      text:
        'Moments up to the order are kept, up to the target. With the bootstrap start distributions are roughly ' +
        'the original ones. Values that no step touched are values of the original, each in an artificial record.',
    },
    {
      topic: 'loses',
      text:
        'Everything that moments do not show is lost: totals, identities, non-linear relations. Impossible ' +
        'values may appear, negative amounts among them; the report counts them.',
    },
    {
      topic: 'attacks',
      text:
        'No record has an origin, but lossShare draws every record towards an original one: with a smaller ' +
        'lossShare synthetic records lie nearer to real people. Measure risk/dbrl and risk/interval-disclosure ' +
        'by truth nearest, and attribute inference, before you release a file.',
    },
    {
      topic: 'missing',
      text:
        'Values are drawn from the present ones; moments are of the records without a missing value, and no ' +
        'synthetic value is missing.',
    },
  ],
  enables: [
    'An intruder who knows target and order knows means and covariances of the original nearly.',
    'An intruder who knows lossShare and start knows how near the records lie to original ones on average.',
  ],
  traits: { stochastic: true, draws: 'numbers', missing: 'own', records: 'synthetic', searched: false },
  params,
  examples: [
    { start: 'normal', percentOfRecords: 150, maxSteps: 4000 },
    { percentOfRecords: 50, order: 3, step: 0.2, target: 0.5, lossShare: 0.8, maxSteps: 4000 },
    { il1Scale: 'std', maxSteps: 4000 },
  ],
  needsFile: () => ({ why: 'it searches among files as a whole' }),
  plan: () => ({ form: 'file', mask: apply }),
})

function apply(input: MaskInput<SyntheticParams>): MaskResult {
  const { columns, data, params, rng, tick } = input
  const { percentOfRecords, start, ...loop } = params
  const x = finiteColumns(input, columns, id)
  const empty = columns.find((_, j) => countValues(x[j]) === 0)
  if (empty !== undefined)
    throw new SdcError('ALL_MISSING', `column "${empty}" has no values`, { method: id, column: empty })
  const count = Math.max(1, Math.round((percentOfRecords / 100) * data.rows))
  const steps = x.map((column) => columnStep(column, column))
  const y = x.map((column, j) => randomColumn(column, count, start, steps[j], rng.child(columns[j]).child('start')))
  const result = postMask(x, y, {
    ...loop,
    recordShare: 1,
    targetShare: 0.01,
    steps,
    rng: rng.child('synthetic'),
    tick,
  })
  const impossible = impossibleValues(x, [], withinBounds(result.columns, columns, input.bounds))
  const incomplete = data.rows - result.complete.original
  const warnings = [
    outcomeWarning(result),
    impossibleWarning(impossible),
    ...(incomplete > 0
      ? [`moments are those of the ${result.complete.original} records without a missing value; ${incomplete} have one`]
      : []),
  ].filter((sentence) => sentence !== undefined)
  return {
    files: [
      {
        columns: new Map(columns.map((name, j) => [name, numeric(result.columns[j])])),
        origin: new Int32Array(count).fill(-1),
      },
    ],
    report: new Map([...outcomeReport(result), ['values beyond the range of the original', impossible.beyond]]),
    warnings,
  }
}
