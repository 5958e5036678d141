import { defineMethod, definePlugin, fillByBlocks, numeric, numericValues, SdcError } from '@sdc/core'
import * as z from 'zod'

const id = 'newcomer/drop-and-weigh'

const params = z.object({
  every: z.int().min(2).max(1000).default(10).meta({
    description: 'Number m of consecutive records from which one is dropped.',
    unit: 'records',
  }),
  weightName: z.string().min(1).default('weight').meta({ description: 'Name of the column for the weights.' }),
})

/**
 * Drops one of every m consecutive records; the others get weight m/(m − 1), so that the weights sum to the number of
 * records. Fewer than m records at the end stay, with weight 1.
 */
const dropAndWeigh = defineMethod({
  id,
  title: 'Dropping and weighing',
  summary: 'Drops one of every m records at random, and weights the others to compensate.',
  formula: 'w = m/(m − 1)',
  source: [{ where: 'This plugin' }],
  notes: [
    { topic: 'limits', text: 'The other records are released unchanged.' },
    { topic: 'missing', text: 'Missing values stay in, or are dropped with, their record.' },
  ],
  traits: {
    accepts: ['numeric', 'ordered', 'nominal'],
    stochastic: true,
    missing: 'own',
    records: 'subset',
    adds: true,
    searched: false,
  },
  params,
  examples: [{ every: 3 }],
  needsFile: () => ({ why: 'the number of records changes' }),
  plan: () => ({ form: 'file', mask }),
})

function mask({ data, roles, params: { every, weightName }, rng, tick }) {
  tick(0)
  const had = data.names.includes(weightName)
  if (had && roles.weight !== weightName)
    throw new SdcError(
      'BAD_PARAMETER',
      `the file already has a column "${weightName}"`,
      { method: id, parameter: 'weightName', column: weightName },
      'Choose another name, or give that column the role weight.',
    )
  const before = had ? numericValues(data, weightName) : new Float64Array(data.rows).fill(1)
  const draws = fillByBlocks(rng.child('records'), new Float64Array(data.rows), (stream, part) =>
    stream.fillUniform(part),
  )
  const whole = data.rows - (data.rows % every)
  const dropped = new Set()
  for (let first = 0; first < whole; first += every) {
    const of = draws.subarray(first, first + every)
    dropped.add(first + of.indexOf(Math.min(...of)))
  }
  const origin = Int32Array.from({ length: data.rows }, (_, i) => i).filter((i) => !dropped.has(i))
  const weights = Float64Array.from(origin, (i) => before[i] * (i < whole ? every / (every - 1) : 1))
  return {
    files: [{ columns: new Map([[weightName, numeric(weights)]]), origin }],
    report: new Map([['records dropped', dropped.size]]),
  }
}

export default definePlugin({
  name: 'sdc-newcomer-drop-and-weigh',
  version: '1.0.0',
  sdc: '^1',
  methods: [dropAndWeigh],
})
