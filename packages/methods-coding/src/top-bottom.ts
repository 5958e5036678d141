/**
 * Top and bottom coding (Torra 2013): the values in the tails of a column become one value each.
 *
 * Each column by itself, numbers and ordered categories. A threshold does not belong to its tail.
 */
import { defineMethod, type ByRanks, type Column, type MaskingMethod } from '@sdc/core'
import { percentOf } from '@sdc/stats/internal'
import { personsOf } from '@sdc/toolkit/internal'
import * as z from 'zod'
import { codeColumn } from './code-column.js'
import { tailsWalk } from './tails-walk.js'

const id = 'coding/top-bottom'

const percent = (side: string): z.ZodDefault<z.ZodNumber> =>
  z
    .number()
    .min(0)
    .lt(100)
    .default(5)
    .meta({
      description: `At most this share of the values lies in the ${side} tail, fewer where there are ties; 0 leaves it as it is. Not used where a threshold is given.`,
      unit: 'percent of the records with a value',
      search: { min: 0.1, max: 49, scale: 'log', usual: [1, 5, 10] },
    })

/** No file has numbers beyond; a parameter states its bounds. */
const threshold = (text: string): z.ZodOptional<z.ZodNumber> =>
  z.number().min(-1e300).max(1e300).optional().meta({ description: text, unit: "the column's unit" })

const category = (text: string): z.ZodOptional<z.ZodString> => z.string().optional().meta({ description: text })

const params = z.object({
  topPercent: percent('top'),
  bottomPercent: percent('bottom'),
  top: threshold(
    'Numbers above this one are in the top tail. Where top or bottom is given, the percents are not used.',
  ),
  bottom: threshold('Numbers below this one are in the bottom tail.'),
  topLevel: category(
    'Ordered categories after this one become it. Where topLevel or bottomLevel is given, the percents are not used.',
  ),
  bottomLevel: category('Ordered categories before this one become it.'),
  replacement: z.enum(['threshold', 'tail-mean', 'tail-median']).default('threshold').meta({
    description:
      "What numbers in a tail become: its threshold, or the tail's mean, which keeps the mean of the column, or its median. Categories become the threshold.",
  }),
  minimumTail: z.int().min(1).default(3).meta({
    description:
      "The fewest records in a tail that may become the tail's mean or median; persons, where a column has that role.",
    unit: 'records',
  }),
})

export type TopBottomParams = z.infer<typeof params>

export const topBottomMethod: MaskingMethod<TopBottomParams> = defineMethod({
  id,
  title: 'Top and bottom coding',
  summary: 'Replaces the values in the upper and the lower tail of each column by one value each.',
  formula:
    'y = x for l <= x <= u; x > u becomes u, or the mean or median of all values above u; x < l likewise. By percent: ' +
    'u = x_(m − ⌊p·m/100⌋), l = x_(⌊p·m/100⌋ + 1) of the m sorted values',
  source: [{ key: 'torra-2013', where: 'top and bottom coding' }],
  honours: ['person'],
  notes: [
    {
      topic: 'parameters',
      text:
        'By percent a threshold is the value next to the tail, so at most p % of the values are coded. Where more than p % ' +
        'share the extreme value (zeros), nothing lies beyond it and that side is not coded: a warning says so. With ' +
        'groups (by) every group has its own thresholds.',
    },
    {
      topic: 'parameters',
      text: 'A threshold is for every column: columns of different scales are better coded by percent.',
    },
    {
      topic: 'attacks',
      text:
        'tail-mean keeps the mean of each column to the rounding of the sum, and reveals the mean of the tail: whoever knows ' +
        'all of a tail but one learns the last value. The mean or median of one record is its value, so tails of fewer ' +
        'than minimumTail records are refused.',
    },
    {
      topic: 'parameters',
      text:
        'Ordered categories beyond a threshold become the threshold category, whatever the replacement. Say the order in a ' +
        'schema (levels, ordered: true).',
    },
    {
      topic: 'attacks',
      text:
        'What lies between the thresholds is released as it is: combine it with another method. Both the numbers of coded ' +
        'records and the thresholds are in the report.',
    },
    {
      topic: 'keeps',
      text: 'It keeps the order of the values, so coding after reverse mapping gives what reverse mapping the coded original gives.',
    },
    { topic: 'missing', text: 'Missing values stay with their records.' },
  ],
  enables: [
    'The thresholds show in the released values, as those that many records share. Whoever knows them knows that these ' +
      'originals lie at or beyond a threshold, and that all others are the originals themselves.',
  ],
  traits: {
    accepts: ['numeric', 'ordered'],
    missing: 'keep',
    scope: 'column',
    claims: { means: { when: { replacement: 'tail-mean' } } },
  },
  params,
  examples: [
    { replacement: 'tail-mean', topPercent: 20, bottomPercent: 10 },
    { replacement: 'tail-median', topPercent: 20, bottomPercent: 0 },
  ],
  streamed: () => inRanks,
  apply(input) {
    const columns = new Map<string, Column>()
    const report = new Map<string, number>()
    const warnings: string[] = []
    const persons = personsOf(input.data, input.roles)
    input.columns.forEach((name, j) => {
      input.tick(j / input.columns.length)
      const coded = codeColumn(input.data.column(name), input.params, { method: id, column: name }, persons)
      columns.set(name, coded.column)
      for (const [what, value] of coded.report) report.set(`${what} of ${name}`, value)
      warnings.push(...coded.warnings.map((warning) => `column "${name}": ${warning}`))
    })
    return { files: [{ columns }], report, warnings }
  },
})

/** Thresholds are values at ranks, and a tail is summed in its order: one walk, in which the tails are held. */
const inRanks: ByRanks<TopBottomParams> = {
  shape: 'ranks',
  ties: () => 'value',
  window: ({ params: { replacement, top, bottom, topPercent, bottomPercent }, count }) => {
    const isGiven = top !== undefined || bottom !== undefined
    if (isGiven) return replacement === 'threshold' ? 0 : count
    return percentOf(bottomPercent, count) + (replacement === 'threshold' ? 0 : percentOf(topPercent, count)) + 1
  },
  walk: ({ params: options, column, count, levels }) => tailsWalk({ method: id, column, count, levels, options }),
  words: ({ column, missing }) => ({
    warnings: missing > 0 ? [`column "${column}": ${missing} missing values stay missing`] : [],
  }),
}
