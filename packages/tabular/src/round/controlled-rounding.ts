import { defineTableMethod, type TableMethod } from '@sdc/core'
import * as z from 'zod'
import { controlledRound } from './controlled-round.js'
import { readerIntervals } from './reader-intervals.js'
import { baseParam, largeBaseWarnings, within } from './rounding-base.js'

export interface ControlledRoundingParams {
  readonly base: number
  readonly power: number
  readonly seconds: number
}

/** All cells become multiples of the base that still add up, as near to the true ones as can be. */
export const controlledRoundingMethod: TableMethod<ControlledRoundingParams> = defineTableMethod({
  id: 'tabular/controlled-rounding',
  title: 'Controlled rounding',
  summary:
    'Rounds every cell up or down to a multiple of the base so that the table still adds up, at the least total change.',
  formula: 'min Σ |x − r|^power over all cells, totals too; r ∈ {⌊x/b⌋b, ⌈x/b⌉b}, Σ sign·r = 0 in every relation',
  source: [
    { key: 'cox-ernst-1982', where: 'zero-restricted controlled rounding' },
    {
      key: 'causey-cox-ernst-1985',
      where: 'two dimensions as a transportation problem; three, where there may be none',
    },
    { key: 'salazar-gonzalez-2006', where: 'mixed-integer programs for any relations' },
  ],
  notes: [
    {
      topic: 'keeps',
      text: 'All sums; every cell within one base; multiples of the base, 0 among them. Which of the two multiples a cell gets is not drawn: the same table is always rounded the same way.',
    },
    {
      topic: 'attacks',
      text: 'A reader knows of a shown r only that the true value is less than a base away, on either side, and not below 0 where nothing is. So the base must be larger than what must remain unknown of a cell. What the true sums narrow of this is given, and cells that are computed exactly are counted, up to 10,000 cells in two dimensions and 1,000 in more. That shown sums fit each other narrows it little more, but a total known from elsewhere, or an inner cell that its contributor knows, may narrow it more.',
    },
    {
      topic: 'attacks',
      text: 'Who knows that the total change is the least that is possible can rule out tables whose best rounding would be another; how much that tells was not measured here. The same table with other margins may be rounded otherwise, and two roundings of one cell bound it from two sides: round the widest table once.',
    },
    {
      topic: 'limits',
      text: 'In two dimensions, one of them with a hierarchy or none, there always is such a rounding, and finding it is quick at 10⁴ cells. In three or more, or with two hierarchies, there may be none: then cells may be less than 2, 3 … bases away (the least that is possible; said, and reported as "bases"), multiples other than 0 among them. Solving takes long there for some thousands of cells.',
    },
    {
      topic: 'choices',
      text: 'Rounding is not unbiased: a value goes to the nearer multiple where sums allow. Values need be no counts, and may be negative. Where the time limit ends the search the best rounding so far is given, with how far it may be from the best; what it is then depends on the machine. What the table says of its cells (primary, fixed, must) is not looked at: all are rounded.',
    },
  ],
  step: 'protection',
  protectsBy: 'rounding',
  additive: true,
  short: { name: 'controlled-rounding', params: ['base'] },
  params: z.object({
    base: baseParam,
    power: z
      .int()
      .min(1)
      .max(2)
      .default(1)
      .meta({ description: 'Whether the changes are added (1) or their squares (2).', unit: 'power of the change' }),
    seconds: z
      .number()
      .min(0.1)
      .max(86400)
      .default(60)
      .meta({ description: 'The longest the search may take.', unit: 'seconds' }),
  }),
  async protect({ table, params: { base, power, seconds }, sensitive, tick }) {
    const { values, bases, cost, bound } = await controlledRound(table, {
      base,
      power: power === 1 ? 1 : 2,
      seconds,
      tick: (fraction) => tick(fraction / 2),
    })
    const found = await readerIntervals(table, within(table, values, bases * base), sensitive, (fraction) =>
      tick(0.5 + fraction / 2),
    )
    tick(1)
    const gap = cost > bound ? (100 * (cost - bound)) / cost : 0
    return {
      status: new Uint8Array(values.length),
      values,
      intervals: found.intervals,
      report: new Map([
        ['changed', values.filter((value, c) => value !== table.values[c]).length],
        ['cost', cost],
        ['bound', bound],
        ['gap', gap],
        ['bases', bases],
        ...found.report,
      ]),
      warnings: [
        ...(bases > 1
          ? [
              `no rounding within one base adds up: values are less than ${bases} bases (${bases * base}) from the true ones`,
            ]
          : []),
        ...(gap > 0
          ? [
              `the search ended at its limit of ${seconds} s: the rounding adds up, and its change is at most ${gap.toPrecision(2)} % more than the least`,
            ]
          : []),
        ...found.warnings('take a greater base, or suppress them'),
        ...largeBaseWarnings(table, base),
      ],
    }
  },
})
