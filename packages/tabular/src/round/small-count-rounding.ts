import { defineTableMethod, type Table, type TableMethod } from '@sdc/core'
import * as z from 'zod'
import { countsOnly } from '../table/counts-only.js'
import { innerCells } from '../table/inner-cells.js'
import { totalsOfCells } from '../table/totals-of-cells.js'
import { readerIntervals, type Bounds } from './reader-intervals.js'
import { largeBaseWarnings } from './rounding-base.js'
import { smallCountRound } from './small-count-round.js'

export interface SmallCountRoundingParams {
  readonly base: number
}

/** Inner counts below the base become 0 or the base, and totals are summed anew. */
export const smallCountRoundingMethod: TableMethod<SmallCountRoundingParams> = defineTableMethod({
  id: 'tabular/small-count-rounding',
  title: 'Small-count rounding',
  summary:
    'Turns the inner counts below the base into 0 or the base, leaves the others, and sums totals anew, which stay near the true ones.',
  formula: 'r = x where x is 0 or at least b, else 0 or b; totals = Σ r; Σ (r − x)² over all cells is made small',
  source: [{ key: 'langsrud-heldal-2018', where: 'only small inner counts are rounded, so that totals stay near' }],
  notes: [
    {
      topic: 'keeps',
      text: 'All sums, exactly; zeros; inner counts from the base on. No cell, nor a total, is shown with a count from 1 to base − 1.',
    },
    {
      topic: 'loses',
      text: 'Totals are off by what their small parts were off by together, mostly less than a base or two; the greatest change is reported. Nothing is drawn.',
    },
    {
      topic: 'attacks',
      text: 'A shown 0 is a true count from 0 to base − 1, a shown base one from 1 to base; cells that are computed exactly from the sums of these are counted. Totals are sums of what is shown, so that they tell nothing besides. Inner counts above the base are shown as they are: where a larger count is as telling, or a table with one record less is given out besides, their differences are exact. A true total that is known from elsewhere says how many of its small parts went up, and with few small parts, which.',
    },
    {
      topic: 'choices',
      text: 'The algorithm is this project’s (the sum of squares over all cells, by error diffusion and exchanges), and does not find the least sum; on tables whose roundings could all be tried it was 1.03 times the least on average. Counts only; what the table says of its cells (primary, fixed, must) is not looked at.',
    },
  ],
  step: 'protection',
  protectsBy: 'rounding',
  additive: true,
  short: { name: 'small-count-rounding', params: ['base'] },
  params: z.object({
    base: z
      .int()
      .min(2)
      .max(1e6)
      .default(3)
      .meta({ description: 'Inner counts below this become 0 or this.', unit: 'contributors' }),
  }),
  async protect({ table, params: { base }, sensitive, tick }) {
    countsOnly(table, 'small-count rounding changes')
    const values = smallCountRound(table, base, (fraction) => tick(fraction / 2))
    const found = await readerIntervals(table, shownAlone(table, values, base), sensitive, (fraction) =>
      tick(0.5 + fraction / 2),
    )
    tick(1)
    const inner = innerCells(table)
    const change = (of: 0 | 1): number =>
      values.reduce((most, value, c) => (inner[c] === of ? Math.max(most, Math.abs(value - table.values[c])) : most), 0)
    return {
      status: new Uint8Array(values.length),
      values,
      intervals: found.intervals,
      report: new Map([
        ['changed inner cells', values.filter((value, c) => inner[c] === 1 && value !== table.values[c]).length],
        ['greatest change of an inner cell', change(1)],
        ['greatest change of a total', change(0)],
        ...found.report,
      ]),
      warnings: [...found.warnings('take a greater base, or suppress them'), ...largeBaseWarnings(table, base)],
    }
  },
})

/**
 * What the shown inner cells say: an inner count above the base is shown unchanged, a shown base was 1 to the base, a shown 0
 * was 0 to the base − 1; a total is the sum of its inner cells.
 */
function shownAlone(table: Table, values: Float64Array, base: number): Bounds {
  const inner = innerCells(table)
  const { starts, at } = totalsOfCells(table)
  const low = new Float64Array(values.length)
  const high = new Float64Array(values.length)
  values.forEach((value, c) => {
    if (inner[c] === 0) return
    const [least, most] = value > base ? [value, value] : value === base ? [1, base] : [0, base - 1]
    low[c] = least
    high[c] = most
    for (let k = starts[c]; k < starts[c + 1]; k++) {
      low[at[k]] += least
      high[at[k]] += most
    }
  })
  return { low, high }
}
