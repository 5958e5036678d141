/**
 * Resampling (Heer 1993): bootstrap samples of a column are sorted and averaged rank by rank, and each record gets the
 * average of its rank.
 */
import { defineMethod, numeric, numericValues, SdcError, type Column, type MaskingMethod } from '@sdc/core'
import { constantOf, countValues, sortedValues } from '@sdc/stats'
import * as z from 'zod'
import { bootstrapOrderMeans } from './bootstrap-means.js'
import { mapDraws } from './map-draws.js'

const id = 'distortion/resampling'

const params = z.object({
  samples: z
    .int()
    .min(1)
    .max(1000)
    .default(10)
    .meta({
      description: 'Number t of bootstrap samples that are averaged. More samples are smoother, and closer to a fixed ' +
'function of the ranks.', // oxfmt-ignore
      unit: 'samples',
      search: { min: 1, max: 100, scale: 'log', usual: [1, 3, 10] },
    }),
})

export type ResamplingParams = z.infer<typeof params>

export const resamplingMethod: MaskingMethod<ResamplingParams> = defineMethod({
  id,
  title: 'Resampling (bootstrap)',
  summary: 'Replaces the value of each rank by the mean of the values with this rank in bootstrap samples.',
  brief: [
    'It keeps the order and nearly the distribution of each column.',
    'It protects little: values stay near the originals.',
  ],
  formula: 'v′_j = (1/t) Σ_s b_s(j), b_s(1) ≤ … ≤ b_s(n) a sample of x with replacement;  y_i = v′_(rank x_i)',
  source: [
    { key: 'heer-1993', where: 'the bootstrap in statistical disclosure control' },
    { key: 'domingo-ferrer-torra-2001', where: 'the method with t samples, as here' },
  ],
  notes: [
    {
      topic: 'attacks',
      text:
        'The records keep the original order in every column. An intruder who knows the rank of a value finds ' +
        'its record with certainty, so a risk by ranks is 100 %. A value moves by about as much as the quantile ' +
        'of a sample of n does: in n records by √(n/4) ranks in the middle and by less towards the ends.',
    },
    {
      topic: 'attacks',
      text:
        'With t = 1 every masked value is an original one, the largest in 63 of 100 files. With many samples the ' +
        'mean tends to a known average of the neighbouring sorted values, so most of the randomness is gone.',
    },
    {
      topic: 'keeps',
      text:
        'Values lie between the smallest and the largest original one. Means and distributions are kept about as ' +
        'a sample of n·t keeps them. The ends are drawn inwards, so the variance is slightly smaller.',
    },
    { topic: 'ties', text: 'Equal values are ordered at random and get the means of their ranks.' },
    {
      topic: 'missing',
      text: 'Missing values stay missing and are in no sample. A constant column cannot change and is refused.',
    },
  ],
  enables: [
    'An intruder who knows that the method was used knows that the order is the original one. They need no ' +
      'parameter for it.',
  ],
  traits: { stochastic: true, missing: 'keep', scope: 'column' },
  params,
  examples: [{ samples: 1 }, { samples: 40 }],
  needsFile: () => ({ why: 'the bootstrap samples are drawn from all values of a column' }),
  plan: () => ({
    form: 'file',
    mask({ data, columns: names, params: { samples }, rng, tick }) {
      const warnings: string[] = []
      const columns = new Map<string, Column>()
      names.forEach((name, j) => {
        const values = numericValues(data, name)
        const sorted = sortedValues(values)
        if (sorted.length === 0 || constantOf(sorted) !== undefined) throw withoutSpread(name, sorted.length)
        const own = rng.child(name)
        const means = bootstrapOrderMeans(sorted, samples, own.child('samples'), (share) =>
          tick((j + share) / names.length),
        )
        columns.set(name, numeric(mapDraws(values, means, own.child('ties'))))
        const missing = values.length - countValues(values)
        if (missing > 0) warnings.push(`column "${name}": ${missing} missing values stay missing`)
      })
      return { files: [{ columns }], warnings }
    },
  }),
})

function withoutSpread(name: string, count: number): SdcError {
  const place = { method: id, column: name }
  const fix = 'Leave the column out, or use larger groups.'
  if (count === 0) return new SdcError('ALL_MISSING', `column "${name}" has no values`, place, fix)
  return new SdcError('CONSTANT_COLUMN', `column "${name}" has the same value in every record`, place, fix)
}
