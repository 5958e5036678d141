import { blockStream, defineMethod, numeric, numericValues } from '@sdc/core'
import * as z from 'zod'

/** Rounds to a multiple of a base, up or down at random. */
export const randomRound = defineMethod({
  id: 'example/random-round',
  title: 'Random rounding',
  summary: 'Rounds every value up or down at random, without bias.',
  formula: 'y = b·⌊x/b + u⌋, u ~ U(0, 1)',
  source: [{ where: 'This plugin' }],
  traits: { stochastic: true, draws: 'choices', missing: 'keep', scope: 'cell' },
  params: z.object({
    base: z.number().positive().max(1e9).default(5).meta({ description: 'Base b.', unit: 'unit of the column' }),
  }),
  plan: ({ columns, params: { base }, rng }) => ({
    form: 'block',
    mask({ masked, index }) {
      const rounded = columns.map((name) => {
        const values = numericValues(masked, name)
        const draws = new Float64Array(values.length)
        blockStream(rng.child(name), index).fillUniform(draws)
        return /** @type {const} */ ([name, numeric(values.map((x, i) => base * Math.floor(x / base + draws[i])))])
      })
      return { columns: new Map(rounded) }
    },
  }),
})
