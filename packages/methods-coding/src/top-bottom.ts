/**
 * Top and bottom coding (Torra 2013): the values in the tails of a column become one value each.
 *
 * Each column is coded independently, numbers and ordered categories. A threshold does not belong to its tail.
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
      description: `Largest share of the values in the ${side} tail, fewer with ties; 0 does not code this side. Not used with a threshold.`,
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
  top: threshold('Threshold of the top tail: larger numbers are in it. With top or bottom, the percents are not used.'),
  bottom: threshold('Threshold of the bottom tail: smaller numbers are in it.'),
  topLevel: category(
    'Ordered category that all later ones become. With topLevel or bottomLevel, the percents are not used.',
  ),
  bottomLevel: category('Ordered category that all earlier ones become.'),
  replacement: z
    .enum(['threshold', 'tail-mean', 'tail-median'])
    .default('threshold')
    .meta({
      description:
        "Released value of numbers in a tail: its threshold, the tail's mean, which keeps the mean of the " +
        'column, or its median. Categories become the threshold.',
    }),
  minimumTail: z.int().min(1).default(3).meta({
    description:
      "Minimum records in a tail that may become the tail's mean or median; minimum persons, if a column has that role.",
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
        'By percent a threshold is the value next to the tail, so at most p % of the values are coded. If more ' +
        'than p % share the extreme value (zeros), no value lies beyond it and that side is not coded; a warning ' +
        'says so. With groups (by) every group has its own thresholds.',
    },
    {
      topic: 'parameters',
      text: 'A threshold applies to every column. Code columns of different scales by percent.',
    },
    {
      topic: 'attacks',
      text:
        'tail-mean keeps the mean of each column up to rounding, and discloses the mean of the tail: an intruder ' +
        'who knows all of a tail but one learns the last value. The mean or median of one record is its value, ' +
        'so tails of fewer than minimumTail records are refused.',
    },
    {
      topic: 'parameters',
      text:
        'Ordered categories beyond a threshold become the threshold category, whatever the replacement. Give the ' +
        'order in a schema (levels, ordered: true).',
    },
    {
      topic: 'attacks',
      text:
        'Values between the thresholds are released unchanged: combine the method with another. The report has ' +
        'the numbers of coded records and the thresholds.',
    },
    {
      topic: 'keeps',
      text: 'The method keeps the order of the values, so coding after reverse mapping equals reverse mapping of the coded original.',
    },
    { topic: 'missing', text: 'Missing values stay with their records.' },
  ],
  enables: [
    'The thresholds show in the released values, as values that many records share. An intruder who knows ' +
      'them knows that these originals lie at or beyond a threshold, and that all other values are the ' +
      'originals.',
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
  plan: () => ({
    form: 'file',
    mask(input) {
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
  }),
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
