import { definePlugin, defineService, SdcError } from '@sdc/core'
import * as z from 'zod'

const format = 'sdc-newcomer-count-service 1'

const params = z.object({
  base: z
    .int()
    .min(1)
    .max(100)
    .default(5)
    .meta({ description: 'Base of the rounding; counts become multiples of it.' }),
})

/** Counts rounded to the nearest multiple of a base b; the true count is within b/2. */
const countService = defineService({
  id: 'newcomer/counts',
  title: 'Rounded counts',
  summary: 'Answers counts, rounded to the nearest multiple of a base.',
  formula: 'b·⌊c/b + 1/2⌋',
  source: [{ where: 'This plugin' }],
  notes: [{ topic: 'attacks', text: 'Many counts that differ in one condition narrow down the true counts.' }],
  traits: { accepts: ['numeric', 'ordered', 'nominal'], missing: 'keep' },
  params,
  build({ data, columns, params: { base }, tick }) {
    const arrays = new Map()
    const levels = columns.map((name, j) => {
      tick(j / columns.length)
      const column = data.column(name)
      arrays.set(name, column.kind === 'numeric' ? column.values.slice() : column.codes.slice())
      return [name, column.kind === 'numeric' ? null : [...column.levels]]
    })
    return { format, json: { base, rows: data.rows, levels }, arrays }
  },
  open(saved) {
    if (saved.format !== format) throw new SdcError('BAD_OPTION', `this is ${saved.format}, not ${format}`)
    const { base, rows, levels } = saved.json
    const conditionOf = ([name, wanted]) => {
      const found = levels.find(([own]) => own === name)
      if (!found) throw new SdcError('UNKNOWN_COLUMN', `there is no column "${name}"`, { column: name })
      const [values, names] = [saved.arrays.get(name), found[1]]
      if ((typeof wanted === 'string') !== (names !== null))
        throw new SdcError('BAD_OPTION', `the condition on "${name}" does not match the kind of the column`, {
          column: name,
        })
      const [least, most] = Array.isArray(wanted) ? wanted : [wanted, wanted]
      // A missing value is NaN or −1, and meets no condition.
      if (names) return (i) => values[i] >= 0 && names[values[i]] === wanted
      return (i) => values[i] >= least && values[i] <= most
    }
    return {
      asks: ['count'],
      answer({ ask, where = {} }) {
        if (ask !== 'count') return { value: null, refused: `this service does not answer ${ask}` }
        const conditions = Object.entries(where).map(conditionOf)
        let count = 0
        for (let i = 0; i < rows; i++) if (conditions.every((meets) => meets(i))) count++
        const value = base * Math.floor(count / base + 0.5)
        return { value, interval: [Math.max(0, value - base / 2), value + base / 2] }
      },
    }
  },
})

export default definePlugin({
  name: 'sdc-newcomer-count-service',
  version: '1.0.0',
  sdc: '^1',
  services: [countService],
})
