import { definePlugin, defineTableMethod } from '@sdc/core'
import * as z from 'zod'

const params = z.object({
  least: z.int().min(1).max(1000).default(3).meta({
    description: 'Smallest number of contributors of a published cell.',
    unit: 'contributors',
  }),
})

/** The minimum frequency rule: a cell of 1 to n − 1 contributors is sensitive. */
const minFrequency = defineTableMethod({
  id: 'newcomer/min-frequency',
  title: 'Minimum frequency',
  summary: 'Finds cells with few contributors.',
  formula: '0 < c < n',
  source: [{ where: 'This plugin' }],
  notes: [
    { topic: 'limits', text: 'Readers can compute these cells from totals unless further cells are suppressed.' },
  ],
  step: 'sensitivity',
  // At the command line: --rule least=5
  short: { name: 'least', params: ['least'] },
  params,
  protect({ table: { counts, values }, params: { least }, tick }) {
    tick(0)
    const status = Uint8Array.from(counts, (count) => (count > 0 && count < least ? 1 : 0))
    // A tenth of a sensitive value must remain unknown on both sides.
    const lower = Float64Array.from(status, (one, c) => 0.1 * one * Math.abs(values[c]))
    const levels = { lower, upper: lower.slice(), width: new Float64Array(lower.length) }
    return { status, levels, report: new Map([['sensitive cells', status.filter((one) => one === 1).length]]) }
  },
})

export default definePlugin({
  name: 'sdc-newcomer-min-frequency',
  version: '1.0.0',
  sdc: '^1',
  tables: [minFrequency],
})
