import { defineMethod, definePlugin, numeric, numericValues, refParam } from '@sdc/core'
import * as z from 'zod'

const params = z.object({
  proposals: z.int().min(1).max(1_000_000).default(300).meta({ description: 'Number of proposed swaps.' }),
  loss: refParam('metric', {
    kind: 'loss',
    default: 'loss/correlation',
    description: 'Loss metric that the search lowers.',
  }),
})

/** Swaps two values of a masked column if that lowers the chosen loss. */
const swapSearch = defineMethod({
  id: 'newcomer/swap-search',
  title: 'Swap search',
  summary: 'Swaps two masked values of a column if that lowers a loss. Every column keeps its values.',
  formula: 'y_a ↔ y_b if loss(y) falls',
  source: [{ where: 'This plugin' }],
  notes: [{ topic: 'loses', text: 'The search lowers only the chosen loss; others may grow.' }],
  traits: { stochastic: true, missing: 'keep', postMasking: true, searched: false },
  params,
  examples: [{ proposals: 200 }],
  needsFile: () => ({ why: 'it measures the whole file after every swap' }),
  plan: () => ({ form: 'file', mask }),
})

async function mask({ data, columns, params: { proposals, loss }, rng, tick, session: open }) {
  const session = await open(loss, new Map(columns.map((name) => [name, data.column(name)])))
  const masked = columns.map((name) => numericValues(data, name).slice())
  const draws = rng.child('swaps')
  let accepted = 0
  for (let step = 0; step < proposals; step++) {
    if (step % 100 === 0) tick(step / proposals)
    if (columns.length === 0 || data.rows < 2) break
    const j = draws.int(columns.length)
    const [a, b] = [draws.int(data.rows), draws.int(data.rows)].sort((one, other) => one - other)
    if (a === b || Number.isNaN(masked[j][a] + masked[j][b])) continue
    const swapped = Float64Array.of(masked[j][b], masked[j][a])
    // A loss that cannot be computed is NaN, and no better than another.
    if (!((await session.propose(columns[j], Int32Array.of(a, b), swapped)) < session.value)) continue
    session.accept()
    ;[masked[j][a], masked[j][b]] = swapped
    accepted++
  }
  return {
    files: [{ columns: new Map(columns.map((name, j) => [name, numeric(masked[j])])) }],
    report: new Map([['swaps', accepted]]),
  }
}

export default definePlugin({
  name: 'sdc-newcomer-swap-search',
  version: '1.0.0',
  sdc: '^1',
  methods: [swapSearch],
})
