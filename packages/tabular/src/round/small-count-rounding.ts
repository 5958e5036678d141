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

/** Small-count rounding: inner counts below the base become 0 or the base; totals are summed again. */
export const smallCountRoundingMethod: TableMethod<SmallCountRoundingParams> = defineTableMethod({
  id: 'tabular/small-count-rounding',
  title: 'Small-count rounding',
  summary:
    'Rounds inner counts below the base to 0 or the base, leaves the others unchanged, and sums the totals again. Totals stay close to the true ones.',
  formula: 'r = x if x is 0 or at least b, else 0 or b; totals = Σ r; Σ (r − x)² over all cells is kept small',
  source: [{ key: 'langsrud-heldal-2018', where: 'only small inner counts are rounded, so that totals stay near' }],
  notes: [
    {
      topic: 'keeps',
      text: 'Additivity, zeros, and inner counts from the base upwards. No cell or total has a count from 1 to base − 1.',
    },
    {
      topic: 'loses',
      text: 'The error of a total is the sum of the errors of its small parts, usually below two bases; the report has the largest change. The method uses no random numbers.',
    },
    {
      topic: 'attacks',
      text: 'A published 0 is a true count from 0 to base − 1, a published base a count from 1 to base; the report counts the cells that sums disclose exactly. Totals are sums of published cells and disclose nothing more. Inner counts above the base are unchanged: if a second table without one record is published, differences are exact. A true total known from elsewhere tells how many of its small parts went up, and with few small parts, which ones.',
    },
    {
      topic: 'choices',
      text: 'The algorithm is this project’s own: it reduces the sum of squares over all cells by error diffusion and exchanges. It does not find the minimum; on tables small enough to try all roundings, its sum was 1.03 times the minimum on average. Counts only; given statuses (primary, fixed, must) are ignored.',
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
      .meta({ description: 'Inner counts below this become 0 or this value.', unit: 'contributors' }),
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
      warnings: [...found.warnings('take a larger base, or suppress them'), ...largeBaseWarnings(table, base)],
    }
  },
})

/**
 * Returns the bounds that published inner cells imply. A count above the base is unchanged, a published base was 1 to
 * the base, and a published 0 was 0 to the base − 1. A total is the sum of its inner cells.
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
