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

/** Controlled rounding: all cells become multiples of the base that add up, as close to the true values as possible. */
export const controlledRoundingMethod: TableMethod<ControlledRoundingParams> = defineTableMethod({
  id: 'tabular/controlled-rounding',
  title: 'Controlled rounding',
  summary:
    'Rounds every cell up or down to a multiple of the base. The table still adds up, and the total change is minimal.',
  formula: 'min Σ |x − r|^power over all cells, including totals; r ∈ {⌊x/b⌋b, ⌈x/b⌉b}, Σ sign·r = 0 in every relation',
  source: [
    { key: 'cox-ernst-1982', where: 'zero-restricted controlled rounding' },
    {
      key: 'causey-cox-ernst-1985',
      where: 'two dimensions as a transportation problem; three, where no solution may exist',
    },
    { key: 'salazar-gonzalez-2006', where: 'mixed-integer programs for any relations' },
  ],
  notes: [
    {
      topic: 'keeps',
      text: 'All sums; every cell within one base; multiples of the base, including 0. The method uses no random numbers: the same table always gets the same rounding.',
    },
    {
      topic: 'attacks',
      text: 'A reader knows only that the true value is less than a base away from the rounded one, and not negative unless values can be negative. So the base must be larger than the required uncertainty of a cell. The result gives the interval that a reader can compute for each cell and counts the cells computed exactly. It does so for up to 10,000 cells in two dimensions, or 1,000 in more. Additivity of the rounded values narrows these little more. A total known from elsewhere, or an inner cell that its contributor knows, may narrow them more.',
    },
    {
      topic: 'attacks',
      text: 'An intruder who knows that the total change is minimal can exclude tables with another best rounding; this project has not measured how many. With other margins, the same table may be rounded differently, and two roundings of a cell bound it from two sides. Round the largest table once.',
    },
    {
      topic: 'limits',
      text: 'In two dimensions with at most one hierarchy, a solution always exists and is quick to find for 10⁴ cells. In three or more dimensions, or with two hierarchies, none may exist. Cells may then be up to 2, 3 … bases away, and multiples of the base other than 0 may change; the smallest possible number is reported as "bases". Solving then takes long for thousands of cells.',
    },
    {
      topic: 'choices',
      text: 'Rounding is biased: a value goes to the nearer multiple if sums allow. Values may be sums and may be negative. At the time limit, the method returns the best rounding so far and its largest distance from the optimum; this result depends on the machine. The method ignores given statuses (primary, fixed, must) and rounds all cells.',
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
      .meta({ description: 'Sum of changes (1) or of squared changes (2).', unit: 'power of the change' }),
    seconds: z
      .number()
      .min(0.1)
      .max(86400)
      .default(60)
      .meta({ description: 'Time limit of the search.', unit: 'seconds' }),
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
              `no rounding within one base adds up: rounded values are less than ${bases} bases (${bases * base}) from the true ones`,
            ]
          : []),
        ...(gap > 0
          ? [
              `the search reached its limit of ${seconds} s: the rounding adds up, and its change is at most ${gap.toPrecision(2)} % above the minimum`,
            ]
          : []),
        ...found.warnings('take a larger base, or suppress them'),
        ...largeBaseWarnings(table, base),
      ],
    }
  },
})
