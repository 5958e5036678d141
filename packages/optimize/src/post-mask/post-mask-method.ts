/**
 * Post-masking optimisation: moves values of a masked file until its moments are again those of the original, and the loss
 * of its values a share of what it was (Sebé, Domingo-Ferrer, Mateo-Sanz & Torra 2002).
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
      description: 'p: the IL1 that is aimed at, within a hundredth; nearer to the original is a smaller share.',
      unit: 'share of the IL1 at the start',
      search: { min: 0.3, max: 0.9 },
    }),
  recordShare: z
    .number()
    .positive()
    .max(1)
    .default(0.5)
    .meta({
      description: 'q: how many of the masked records may change, those that add most to IL1; one at least.',
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
    'Moves single values of a masked file until its means, variances and covariances are nearly the original ones, and its values nearer to original records.',
  formula:
    'min E = Σ_j (Δ mean z_j)² + Σ_{j≤k} (Δ mean z_j·z_k)², z in standard deviations of the original, subject to .99 p·IL1 ≤ IL1″ ≤ 1.01 p·IL1; order m: Σ over all monomials of degree 1 to m',
  source: [{ key: 'sebe-domingo-ferrer-mateo-sanz-torra-2002', where: 'section 3, algorithm 1; section 5 (order m)' }],
  notes: [
    {
      topic: 'limits',
      text: 'It follows the masking steps of a plan, or takes a file that another program masked. Records are compared with the original record nearest to them, never with their own: it needs no link, and takes files of different lengths.',
    },
    {
      topic: 'interpretation',
      text: "A score falls by truth nearest, the paper's convention, and rises by the record's own (truth: identity): on census.csv from 30 or 25 to 20–23 after rank swapping and from 32 to 26 after microaggregation by the first, from 21 to 22–35 and from 31 to 36–50 by the second. About half of the gain is IL1 itself, which lossShare lowers by definition. Both are reported, before and after.",
    },
    {
      topic: 'keeps',
      text: 'Records outside M, those that add least to IL1, bit for bit. What it improves truly are covariances and correlations (IL3 from 25.9 to 3.6 %, IL5 from 6.2 to 2.4 on census.csv).',
    },
    {
      topic: 'loses',
      text: 'Values that cannot be may appear, negative amounts among them (1 to 3 % of the cells): they are counted, and reverse-map/rank as the next step gives the values of the original back.',
    },
    {
      topic: 'attacks',
      text: 'The only thing that holds it off the original is that the mean distance to the nearest records is to be p times what it was: it is measured risks that say whether a file may go out, after this step, by the truth of whoever attacks.',
    },
    {
      topic: 'parameters',
      text: 'A target that cannot be reached, with few records in M or another order, ends where neither E nor the way of IL1 to its band has fallen by a twentieth in 50 steps for each value of M (10,000 at least): the file so far is given back, the report has reached 0, and a warning says so. Steps are counted, never the time, so that a replay ends at the same one.',
    },
    {
      topic: 'choices',
      text: 'Corrections of the printed algorithm: an undone step restores E and IL1; it goes on while IL1 is outside its band; IL1 is of raw values (il1Scale), by which the printed tables are met. Added to it: once E is below its target it falls no faster than the way of IL1 to its band, or a large file would have no E left to lower before IL1 is where it is to be. A zero to divide by is left out of IL1, as in loss/il-score. New values are multiples of the step that the masked column has, so that they cannot be told by their digits.',
    },
    {
      topic: 'missing',
      text: 'A record with a missing value stays as it is and counts in no moment and no IL1, in either file. A column that is constant in the original stays as it is and counts in no distance.',
    },
  ],
  enables: [
    'Who knows target and order knows means and covariances of the original nearly, and with them relations of the records that they do not know.',
    'Who knows recordShare knows how many of the released records are as the masking before left them.',
  ],
  traits: { stochastic: true, draws: 'numbers', missing: 'keep', postMasking: true },
  params,
  examples: [
    { lossShare: 0.8, recordShare: 0.1, maxSteps: 4000 },
    { order: 3, step: 0.2, target: 0.01, maxSteps: 4000 },
    { il1Scale: 'std', lossShare: 1.5, maxSteps: 4000, score: { use: 'score/sebe', params: { mode: 'sd' } } },
  ],
  streamed: () => ({
    shape: 'whole',
    why: 'it searches among files as a whole',
  }),
  apply,
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
