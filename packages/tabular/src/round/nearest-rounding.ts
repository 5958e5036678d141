import { defineTableMethod, option, type TableMethod } from '@sdc/core'
import * as z from 'zod'
import { attainableLevels } from '../attackers/attack-model.js'
import { roomOf } from '../attackers/room.js'
import { nearestBounds, nearestRound } from './nearest-round.js'
import { readerIntervals } from './reader-intervals.js'
import { baseParam, largeBaseWarnings } from './rounding-base.js'

export interface NearestRoundingParams {
  readonly base: number
}

/** Deterministic rounding: every published cell becomes the nearest multiple of the base. */
export const nearestRoundingMethod: TableMethod<NearestRoundingParams> = defineTableMethod({
  id: 'tabular/nearest-rounding',
  title: 'Deterministic rounding',
  summary: 'Rounds every cell to the nearest multiple of the base. Sums no longer add up.',
  formula: 'r = b·⌊x/b + ½⌋ for x ≥ 0, −b·⌊−x/b + ½⌋ below: ties go away from 0; a reader knows r − b/2 ≤ x ≤ r + b/2',
  source: [{ key: 'hundepool-et-al-2012', where: 'Chapter 5: conventional rounding of frequency tables' }],
  notes: [
    {
      topic: 'keeps',
      text: 'Every value within half a base; multiples of the base, including 0. The method uses no random numbers: a cell has the same value in every table, and repeated queries disclose nothing new.',
    },
    {
      topic: 'loses',
      text: 'Additivity: each total is rounded independently of its parts. Counts below half a base become 0, so that sparse tables of counts shrink.',
    },
    {
      topic: 'attacks',
      text: 'A reader knows every cell to within half a base: with base 3, a published 0 is a count of at most 1, a published 3 a count of 2 to 4. A small base does not hide small counts.',
    },
    {
      topic: 'attacks',
      text: 'True values add up, which narrows the intervals: nine cells published as 0 with base 5 below a total of 20 are all counts of 2. The result gives the interval that a reader can compute for each cell and counts the cells computed exactly. It does so for up to 10,000 cells in two dimensions, or 1,000 in more. For counts in three or more dimensions, whole numbers may leave shorter intervals than these linear programs.',
    },
    {
      topic: 'attacks',
      text: 'Not covered: readers who know a cell because they are alone in it, or who know a true total. Not covered either: the same table rounded to two bases, and a second table that differs by one record.',
    },
    {
      topic: 'choices',
      text: 'The method ignores given statuses (primary, fixed, must) and rounds all cells. After a suppression, suppressed cells stay suppressed and the method rounds the others. A table that agrees with the values also agrees with the rounded ones, so every level of the suppression still holds.',
    },
  ],
  step: 'protection',
  protectsBy: 'rounding',
  additive: false,
  short: { name: 'nearest-rounding', params: ['base'] },
  params: z.object({ base: baseParam }),
  async protect({ table, params: { base }, sensitive, pattern, tick }) {
    tick(0)
    const status = pattern?.slice() ?? new Uint8Array(table.values.length)
    const rounded = nearestRound(table, base)
    const { low, high } = nearestBounds(table, rounded, base)
    // For suppressed cells everybody knows the room that the suppression was judged by.
    const room = pattern && roomOf(table, status)
    const known = {
      low: low.map((one, c) => (room && status[c] > 0 ? table.values[c] - room.below[c] : one)),
      high: high.map((one, c) => (room && status[c] > 0 ? table.values[c] + room.above[c] : one)),
    }
    const asked = pattern && sensitive ? attainableLevels(table, status, sensitive) : sensitive
    const found = await readerIntervals(table, known, asked, tick)
    tick(1)
    const values = rounded.map((one, c) => (status[c] === 0 ? one : Number.NaN))
    return {
      status,
      values,
      // Readers know suppressed cells only through sums: without solved sums there are no intervals.
      ...((found.isSolved || !pattern) && { intervals: found.intervals }),
      report: new Map([
        ['changed', values.filter((value, c) => status[c] === 0 && value !== table.values[c]).length],
        ...found.report,
      ]),
      warnings: [
        'the table no longer adds up: each total is rounded independently',
        ...found.warnings(`take a larger base, or suppress them first (${option('thenRound')})`),
        ...largeBaseWarnings(table, base),
      ],
    }
  },
})
