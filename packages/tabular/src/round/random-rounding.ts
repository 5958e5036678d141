import { defineTableMethod, type TableMethod } from '@sdc/core'
import * as z from 'zod'
import { randomRound } from './random-round.js'
import { readerIntervals } from './reader-intervals.js'
import { baseParam, largeBaseWarnings, within } from './rounding-base.js'

export interface RandomRoundingParams {
  readonly base: number
}

/** Every cell is rounded up or down to a multiple of the base at random, on its own, and right on average. */
export const randomRoundingMethod: TableMethod<RandomRoundingParams> = defineTableMethod({
  id: 'tabular/random-rounding',
  title: 'Random rounding',
  summary: 'Rounds every cell up or down to a multiple of the base at random, right on average; sums no longer add up.',
  formula: 'r = ⌊x/b⌋b + b with probability (x − ⌊x/b⌋b)/b, else ⌊x/b⌋b; E r = x',
  source: [
    { key: 'nargundkar-saveland-1972', where: 'unbiased random rounding of counts' },
    { key: 'hundepool-et-al-2012', where: 'on rounding of frequency tables' },
  ],
  notes: [
    {
      topic: 'keeps',
      text: 'Every value on average, and within one base; multiples of the base, 0 among them, stay.',
    },
    {
      topic: 'loses',
      text: 'Tables do not add up: totals are rounded on their own.',
    },
    {
      topic: 'attacks',
      text: 'That sums must add up in truth undoes it: each shown cell bounds the true one to less than a base on either side, a total and its parts bound each other, and where they leave one table only, it is the true one. Of tables of 2 × 2 × 25 counts below 10 with all their margins, rounded to base 3, three in four had a rounded cell that its reader can compute exactly, by nothing more than sums of bounds; it takes one part of two that goes up with its neighbour while their total goes down. What a reader computes of every cell of this table is given, and cells that are computed exactly are counted, up to 10,000 cells in two dimensions and 1,000 in more. Use controlled rounding, or cell keys, for what is published with its margins.',
    },
    {
      topic: 'attacks',
      text: 'Rounding the same table anew, or a cell that is in two tables, gives another draw: their mean tells the true value. Round once, and give out that; cell keys need no such care.',
    },
    {
      topic: 'choices',
      text: 'Values need be no counts; negative ones are rounded between the multiples around them. What the table says of its cells (primary, fixed, must) is not looked at: all are rounded.',
    },
  ],
  step: 'protection',
  protectsBy: 'rounding',
  additive: false,
  short: { name: 'random-rounding', params: ['base'] },
  params: z.object({ base: baseParam }),
  async protect({ table, params: { base }, sensitive, rng, tick }) {
    tick(0)
    const values = randomRound(table, base, rng.child('rounding'))
    const { intervals, report, warnings } = await readerIntervals(table, within(table, values, base), sensitive, tick)
    tick(1)
    return {
      status: new Uint8Array(values.length),
      values,
      intervals,
      report: new Map([['changed', values.filter((value, c) => value !== table.values[c]).length], ...report]),
      warnings: [
        'the table does not add up any more: its totals are rounded on their own',
        ...warnings('take a greater base, or suppress them'),
        ...largeBaseWarnings(table, base),
      ],
    }
  },
})
