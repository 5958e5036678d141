import { defineTableMethod, type TableMethod } from '@sdc/core'
import * as z from 'zod'
import { attainableLevels } from '../attackers/attack-model.js'
import { roomOf } from '../attackers/room.js'
import { nearestBounds, nearestRound } from './nearest-round.js'
import { readerIntervals } from './reader-intervals.js'
import { baseParam, largeBaseWarnings } from './rounding-base.js'

export interface NearestRoundingParams {
  readonly base: number
}

/** Every shown cell becomes the nearest multiple of the base, on its own. */
export const nearestRoundingMethod: TableMethod<NearestRoundingParams> = defineTableMethod({
  id: 'tabular/nearest-rounding',
  title: 'Deterministic rounding',
  summary: 'Rounds every cell to the nearest multiple of the base; sums no longer add up.',
  formula:
    'r = b·⌊x/b + ½⌋ for x ≥ 0, −b·⌊−x/b + ½⌋ below: the middle of two multiples goes to the one farther from 0; a reader knows r − b/2 ≤ x ≤ r + b/2',
  source: [{ key: 'hundepool-et-al-2012', where: 'Chapter 5: conventional rounding of frequency tables' }],
  notes: [
    {
      topic: 'keeps',
      text: 'Every value within half a base; multiples of the base, 0 among them. Nothing is drawn: a cell has the same value in every table that it is in, and asking again tells nothing new.',
    },
    {
      topic: 'loses',
      text: 'Tables do not add up: totals are rounded on their own. Small counts below half a base become 0, so that a sparse table of counts is rounded downwards.',
    },
    {
      topic: 'attacks',
      text: 'A reader knows every cell to within half a base: with base 3 a shown 0 is a count of at most 1, a shown 3 one of 2 to 4. Small counts are not hidden by a small base.',
    },
    {
      topic: 'attacks',
      text: 'True values add up, and this narrows the intervals: nine cells shown as 0 with base 5 below a total shown as 20 are all counts of 2. The intervals given are those that remain after all sums, and cells that are computed exactly are counted, up to 10,000 cells in two dimensions and 1,000 in more. Of counts in three dimensions or more, whole numbers may leave less than these linear programs say.',
    },
    {
      topic: 'attacks',
      text: 'Not covered: readers who know a cell (who is alone in it), or the true total from elsewhere; a second table that differs by one record, where a cell that crosses the middle of two multiples gives that record away; the same table rounded to two bases.',
    },
    {
      topic: 'choices',
      text: 'What the table says of its cells (primary, fixed, must) is not looked at: all are rounded. After a suppression (--then-round) suppressed cells stay suppressed and the others are rounded: a table that agrees with the values agrees with the rounded ones, too, so every level that the suppression keeps is kept.',
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
    // Everybody knows of a suppressed cell what the suppression was judged by.
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
      // Sums are all that a reader has of a suppressed cell: without them nothing is said of it.
      ...((found.isSolved || !pattern) && { intervals: found.intervals }),
      report: new Map([
        ['changed', values.filter((value, c) => status[c] === 0 && value !== table.values[c]).length],
        ...found.report,
      ]),
      warnings: [
        'the table does not add up any more: its totals are rounded on their own',
        ...found.warnings('take a greater base, or suppress them first (--then-round)'),
        ...largeBaseWarnings(table, base),
      ],
    }
  },
})
