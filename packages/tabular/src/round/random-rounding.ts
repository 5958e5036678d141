import { defineTableMethod, type TableMethod } from '@sdc/core'
import * as z from 'zod'
import { randomRound } from './random-round.js'
import { readerIntervals } from './reader-intervals.js'
import { baseParam, largeBaseWarnings, within } from './rounding-base.js'

export interface RandomRoundingParams {
  readonly base: number
}

/** Random rounding: every cell goes up or down to a multiple of the base at random, independently and without bias. */
export const randomRoundingMethod: TableMethod<RandomRoundingParams> = defineTableMethod({
  id: 'tabular/random-rounding',
  title: 'Random rounding',
  summary: 'Rounds every cell up or down to a multiple of the base at random, without bias. Sums no longer add up.',
  formula: 'r = ⌊x/b⌋b + b with probability (x − ⌊x/b⌋b)/b, else ⌊x/b⌋b; E r = x',
  source: [
    { key: 'nargundkar-saveland-1972', where: 'unbiased random rounding of counts' },
    { key: 'hundepool-et-al-2012', where: 'on rounding of frequency tables' },
  ],
  notes: [
    {
      topic: 'keeps',
      text: 'Every value on average and within one base; multiples of the base, including 0.',
    },
    {
      topic: 'loses',
      text: 'Additivity: each total is rounded independently of its parts.',
    },
    {
      topic: 'attacks',
      text: 'Additivity of the true values can undo the rounding. Each published cell bounds the true one to less than a base on either side, and totals and parts bound each other; if only one table fits, it is the true one. In three of four tables of 2 × 2 × 25 counts below 10 with all margins and base 3, sums of bounds disclosed a rounded cell exactly: two parts go up while their total goes down. The result gives the interval that a reader can compute for each cell and counts the cells computed exactly. It does so for up to 10,000 cells in two dimensions, or 1,000 in more. For tables with margins, use controlled rounding or cell keys.',
    },
    {
      topic: 'attacks',
      text: 'A second rounding of the same table or cell uses other random numbers, and the mean of several discloses the true value. Round once and publish only that; cell keys do not have this problem.',
    },
    {
      topic: 'choices',
      text: 'Values may be sums; negative ones are rounded to one of the multiples around them. The method ignores given statuses (primary, fixed, must) and rounds all cells.',
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
        'the table no longer adds up: each total is rounded independently',
        ...warnings('take a larger base, or suppress them'),
        ...largeBaseWarnings(table, base),
      ],
    }
  },
})
