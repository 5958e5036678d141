import { defineMethod, definePlugin, fillByBlocks, numeric, numericValues, SdcError } from '@sdc/core'
import * as z from 'zod'

const id = 'newcomer/drop-and-weigh'

const params = z.object({
  every: z.int().min(2).max(1000).default(10).meta({
    description: 'Of so many records that follow each other, m, one is dropped.',
    unit: 'records',
  }),
  weightName: z.string().min(1).default('weight').meta({ description: 'The column that the weights are written to.' }),
})

/**
 * Of every m records that follow each other one is dropped, and the others weigh m/(m − 1): the weights of the file add
 * up to its records. Fewer than m at the end stay, with weight 1.
 */
const dropAndWeigh = defineMethod({
  id,
  title: 'Dropping and weighing',
  summary: 'Drops one of every m records at random, and gives the others weights that make up for it.',
  formula: 'w = m/(m − 1)',
  source: [{ where: 'This plugin' }],
  notes: [
    { topic: 'limits', text: 'The records that stay are released as they are.' },
    { topic: 'missing', text: 'Missing values go along with their record, or are dropped with it.' },
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
  apply({ data, roles, params: { every, weightName }, rng, tick }) {
    tick(0)
    const had = data.names.includes(weightName)
    if (had && roles.weight !== weightName)
      throw new SdcError(
        'BAD_PARAMETER',
        `the file has a column "${weightName}" already`,
        { method: id, parameter: 'weightName', column: weightName },
        'Name another, or give that column the role weight.',
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
  },
})

export default definePlugin({
  name: 'sdc-newcomer-drop-and-weigh',
  version: '1.0.0',
  sdc: '^1',
  methods: [dropAndWeigh],
})
