/**
 * Sampling: only some of the records are released, with a weight that says how many each stands for.
 *
 * Simple random sampling takes n of N records, each set of n equally likely, with the weight N/n; Bernoulli sampling each
 * record by itself with probability p, with the weight 1/p.
 */
import {
  fillByBlocks,
  defineMethod,
  numeric,
  numericValues,
  SdcError,
  type Column,
  type MaskingMethod,
  type MaskInput,
} from '@sdc/core'
import { percentOf, smallestPercent } from '@sdc/stats'
import * as z from 'zod'
import { bernoulliSample, simpleSample } from './sample-records.js'

const id = 'coding/sampling'

const params = z.object({
  design: z
    .enum(['simple', 'bernoulli'])
    .default('simple')
    .meta({
      description:
        'simple: a sample of fixed size without replacement; bernoulli: each record by itself, so that the size varies. ' +
        'With groups (by) the groups are the strata.',
    }),
  percent: z.number().gt(0).max(100).default(50).meta({
    description:
      'The share of the records that is taken, rounded down to whole records. Not used where records is given.',
    unit: 'percent of the records',
  }),
  records: z.int().min(1).optional().meta({
    description: 'How many records are taken, with bernoulli how many are expected.',
    unit: 'records',
  }),
  weightName: z
    .string()
    .min(1)
    .default('weight')
    .meta({
      description:
        'The column that the weights are written to: a new name, or that of the column with the role weight, which is then ' +
        'multiplied.',
    }),
})

export type SamplingParams = z.infer<typeof params>

export const samplingMethod: MaskingMethod<SamplingParams> = defineMethod({
  id,
  title: 'Sampling',
  summary: 'Releases a random sample of the records, with weights.',
  formula: 'n of N records, each set of n equally likely, w = N/n;  or each record with probability p, w = 1/p',
  source: [
    { key: 'skinner-marsh-openshaw-wymer-1994', where: 'sampling' },
    { key: 'torra-2013', where: 'sampling' },
  ],
  notes: [
    {
      topic: 'limits',
      text:
        'The records in the sample are released as they are: what protects them is that nobody knows who is in it. Measured ' +
        'by the link of the records, risk is that of an unmasked file.',
    },
    {
      topic: 'missing',
      text: 'Missing cells go along with their record. Records are taken whole, whatever columns are named.',
    },
    {
      topic: 'limits',
      text: 'With groups (by) every group is sampled by itself, with its own N/n: a stratified sample.',
    },
    {
      topic: 'missing',
      text:
        'Where the file has weights (role weight), name that column as weightName: each is multiplied, and the products weigh ' +
        'up to the population. A missing weight stays missing.',
    },
    {
      topic: 'limits',
      text:
        'A record that is known to be in the file is found as before. A unique record of the sample need not be unique in the ' +
        'population, and the smaller the sample, the less likely it is.',
    },
  ],
  traits: {
    accepts: ['numeric', 'ordered', 'nominal'],
    stochastic: true,
    draws: 'choices',
    missing: 'own',
    given: 'unused',
    records: 'subset',
    adds: true,
    searched: false,
  },
  params,
  examples: [{ design: 'bernoulli', percent: 30 }, { percent: 20 }],
  apply(input) {
    const { rows } = input.data
    const { design } = input.params
    const weights = weightsToMultiply(input)
    const numbers = fillByBlocks(input.rng.child('records'), new Float64Array(rows), (stream, part) =>
      stream.fillUniform(part),
    )
    let next = 0
    const uniform = (): number => numbers[next++]
    const size = sampleSize(rows, input.params)
    const origin = design === 'simple' ? simpleSample(rows, size, uniform) : bernoulliSample(rows, size / rows, uniform)
    const factor = rows / size
    const weight = numeric(Float64Array.from(origin, (i) => factor * (weights?.[i] ?? 1)))
    return {
      files: [{ columns: new Map<string, Column>([[input.params.weightName, weight]]), origin }],
      report: new Map([
        ['records taken', origin.length],
        ['weight of a record', factor],
      ]),
      warnings: warningsOf(input, origin.length),
    }
  },
})

/** Of a simple sample the number of records, of a Bernoulli sample the expected one, which need not be whole. */
function sampleSize(rows: number, { design, percent, records }: SamplingParams): number {
  const place = { method: id, parameter: records === undefined ? 'percent' : 'records' }
  if (records !== undefined && records > rows) {
    const message = `${id} should take ${records} records of ${rows}`
    throw new SdcError('BAD_PARAMETER', message, place, 'Take fewer records, or a percent of them.')
  }
  if (records !== undefined) return records
  if (design === 'bernoulli') return (percent / 100) * rows
  const size = percentOf(percent, rows)
  if (size > 0 || rows === 0) return size
  const advice = `The smallest percent that takes a record is ${smallestPercent(rows)}.`
  throw new SdcError('TOO_FEW_RECORDS', `${percent} % of ${rows} records is none`, place, advice)
}

/** The weights that the file has under the name the new ones get; undefined where the name is new. */
function weightsToMultiply({
  data,
  roles,
  params: { weightName },
}: MaskInput<SamplingParams>): Float64Array | undefined {
  if (!data.names.includes(weightName)) return undefined
  if (weightName === roles.weight) return numericValues(data, weightName)
  const place = { method: id, parameter: 'weightName', column: weightName }
  const advice = 'Give weightName another name, or the column the role weight in a schema if it holds weights.'
  throw new SdcError('BAD_PARAMETER', `the file has a column "${weightName}" already`, place, advice)
}

function warningsOf({ data, roles, params: { weightName } }: MaskInput<SamplingParams>, taken: number): string[] {
  const warnings: string[] = []
  if (taken === 0) warnings.push(`no record of ${data.rows} was drawn`)
  if (roles.weight !== undefined && roles.weight !== weightName && data.names.includes(roles.weight)) {
    const both = `"${weightName}" weighs up to the file, "${roles.weight}" to the population of the whole file`
    warnings.push(`${both}: with weightName: ${roles.weight} the weights are multiplied`)
  }
  return warnings
}
