/**
 * Post-masking optimisation: moves values of a masked file until its moments are those of the original, and the loss of
 * its values is a given share of its start (Sebé, Domingo-Ferrer, Mateo-Sanz & Torra 2002).
 */
import { defineMethod, numeric, type MaskInput, type MaskingMethod, type MaskResult } from '@sdc/core'
import { finiteColumns } from '@sdc/toolkit'
import * as z from 'zod'
import { bothTruths } from './both-truths.js'
import { columnStep, leftAsTheyAre, originalColumns } from './files.js'
import { impossibleValues, impossibleWarning, withinBounds } from './impossible-values.js'
import { outcomeReport, outcomeWarning } from './outcome.js'
import { loopParams, scoreParam, targetParam } from './params.js'
import { postMask } from './post-mask.js'

const id = 'optimize/post-mask'

const params = z.object({
  lossShare: z
    .number()
    .positive()
    .max(10)
    .default(0.5)
    .meta({
      description: 'Target p of IL1, within a hundredth; a smaller share is nearer to the original.',
      unit: 'share of the IL1 at the start',
      search: { min: 0.3, max: 0.9 },
    }),
  recordShare: z
    .number()
    .positive()
    .max(1)
    .default(0.5)
    .meta({
      description: 'Share q of the masked records that may change, those that add most to IL1; at least one.',
      unit: 'share of the masked records',
      search: { min: 0.1, max: 0.5 },
    }),
  target: targetParam('a tenth'),
  ...loopParams,
  score: scoreParam,
})

export type PostMaskParams = z.infer<typeof params>

export const postMaskMethod: MaskingMethod<PostMaskParams> = defineMethod({
  id,
  title: 'Post-masking optimisation',
  summary:
    'Moves single values of a masked file to restore means, variances and covariances, and brings its values ' +
    'nearer to original records.',
  brief: [
    'It restores means, variances and covariances of a masked file.',
    'It takes long, and values come nearer to original records.',
  ],
  formula:
    'min E = Σ_j (Δ mean z_j)² + Σ_{j≤k} (Δ mean z_j·z_k)², z in standard deviations of the original, subject to .99 p·IL1 ≤ IL1″ ≤ 1.01 p·IL1; order m: Σ over all monomials of degree 1 to m',
  source: [{ key: 'sebe-domingo-ferrer-mateo-sanz-torra-2002', where: 'section 3, algorithm 1; section 5 (order m)' }],
  notes: [
    {
      topic: 'limits',
      text:
        'Use it after the masking steps of a plan, or on a file that another program masked. Records are ' +
        'compared with the nearest original record, never with their own: the method needs no link, and accepts ' +
        'files of different lengths.',
    },
    {
      topic: 'interpretation',
      text:
        "A score falls by truth nearest, the paper's convention, and rises by the record's own (truth: " +
        'identity). On census.csv it falls from 30 or 25 to 20–23 after rank swapping and from 32 to 26 after ' +
        'microaggregation by the first. By the second it rises from 21 to 22–35 and from 31 to 36–50. About half ' +
        'of the gain is IL1 itself, which lossShare lowers by definition. Both are reported, before and after.',
    },
    {
      topic: 'keeps',
      text:
        'Records outside M, those that add least to IL1, stay bit for bit. Real improvements are in covariances ' +
        'and correlations (IL3 from 25.9 to 3.6 %, IL5 from 6.2 to 2.4 on census.csv).',
    },
    {
      topic: 'loses',
      text:
        'Impossible values may appear, negative amounts among them (1 to 3 % of the values). The report counts ' +
        'them, and reverse-map/rank as the next step restores the values of the original.',
    },
    {
      topic: 'attacks',
      text:
        'Only one rule stops it from returning the original: the mean distance to the nearest records must be p ' +
        'times the earlier one. Measure the risks after this step, by every truth that an intruder may use, ' +
        'before you release the file.',
    },
    {
      topic: 'parameters',
      text:
        'A target that cannot be reached, with few records in M or another order, ends the search. It ends if ' +
        'neither E nor the distance of IL1 from its band has fallen by a twentieth in 50 steps for each value of ' +
        'M (at least 10,000). The file so far is returned, the report has reached 0, and a warning says so. ' +
        'Steps are counted, never the time, so a replay ends at the same one.',
    },
    {
      topic: 'choices',
      text:
        'Corrections of the printed algorithm: an undone step restores E and IL1; it continues while IL1 is ' +
        'outside its band; IL1 is of raw values (il1Scale), which reproduces the printed tables. One addition: ' +
        'once E is below its target it falls no faster than the distance of IL1 from its band. Otherwise a large file ' +
        'would have no E left to lower before IL1 reaches it. A zero divisor is left out of IL1, as in ' +
        'loss/il-score. New values are multiples of the step of the masked column, so their digits do not reveal ' +
        'them.',
    },
    {
      topic: 'missing',
      text:
        'A record with a missing value stays unchanged and counts in no moment and no IL1, in either file. A ' +
        'column that is constant in the original stays unchanged and counts in no distance.',
    },
  ],
  enables: [
    'An intruder who knows target and order knows means and covariances of the original nearly, and with ' +
      'them relations of records that they do not know.',
    'An intruder who knows recordShare knows how many of the released records did not change in this step.',
  ],
  traits: { stochastic: true, draws: 'numbers', missing: 'keep', postMasking: true },
  params,
  examples: [
    { lossShare: 0.8, recordShare: 0.1, maxSteps: 4000 },
    { order: 3, step: 0.2, target: 0.01, maxSteps: 4000 },
    { il1Scale: 'std', lossShare: 1.5, maxSteps: 4000, score: { use: 'score/sebe', params: { mode: 'sd' } } },
  ],
  needsFile: () => ({ why: 'it searches among files as a whole' }),
  plan: () => ({ form: 'file', mask: apply }),
})

async function apply(input: MaskInput<PostMaskParams>): Promise<MaskResult> {
  const { columns, params, rng, tick } = input
  const { score, ...loop } = params
  const x = originalColumns(input, id)
  const y = finiteColumns(input, columns, id)
  const result = postMask(x, y, {
    ...loop,
    steps: y.map((column, j) => columnStep(x[j], column)),
    rng: rng.child('post-mask'),
    tick: (fraction) => tick(0.8 * fraction),
  })
  const scores = await bothTruths(input, score, result.columns)
  const impossible = impossibleValues(x, y, withinBounds(result.columns, columns, input.bounds))
  const warnings = [
    outcomeWarning(result),
    scores.warning,
    impossibleWarning(impossible),
    ...leftAsTheyAre(columns, result.varying, x, input.data.rows - result.complete.masked),
  ].filter((sentence) => sentence !== undefined)
  return {
    files: [{ columns: new Map(columns.map((name, j) => [name, numeric(result.columns[j])])) }],
    report: new Map([
      ...outcomeReport(result),
      ['values that changed', impossible.changed],
      ['values beyond the range of the original', impossible.beyond],
      ...scores.report,
    ]),
    warnings,
  }
}
