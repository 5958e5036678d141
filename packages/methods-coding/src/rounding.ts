/**
 * Rounding (Torra 2013): every value becomes the nearest of a set of points, by default the multiples of a base.
 *
 * Each column by itself. Points and halves are those of decimals: with base 0.1, 0.15 becomes 0.2, and 0.3 stays 0.3.
 */
import { defineMethod, numericValues, SdcError, type Column, type MaskingMethod } from '@sdc/core'
import { countValues, multiplesOf } from '@sdc/stats'
import * as z from 'zod'
import { baseFromSpread } from './rounding-base.js'
import { pointGrid, roundAtRandom, roundToGrid, type RoundingGrid } from './rounding-grid.js'

const id = 'coding/rounding'

const params = z.object({
  significantDigits: z
    .int()
    .min(1)
    .max(15)
    .default(1)
    .meta({
      description:
        "Significant digits that are left of the column's standard deviation s: the base is 10^(⌊log10 s⌋ + 1 − digits).",
      unit: 'digits',
      search: { min: 1, max: 2 },
    }),
  base: z.number().positive().optional().meta({
    description: 'Rounds to multiples of this base; where given, it is used instead of significantDigits.',
    unit: "the column's unit",
  }),
  points: z
    .array(z.number())
    .min(1)
    .refine((points) => new Set(points).size === points.length, 'a point is named twice')
    .optional()
    .meta({
      description:
        'Rounds to these points, in any order; where given, they are used instead of a base. Values beyond the first and ' +
        'the last go there.',
      unit: "the column's unit",
    }),
  random: z.boolean().default(false).meta({
    description:
      'Rounds up or down at random, up with a probability in proportion to the way from the lower point: y is x on average.',
  }),
})

export type RoundingParams = z.infer<typeof params>

export const roundingMethod: MaskingMethod<RoundingParams> = defineMethod({
  id,
  title: 'Rounding',
  summary: 'Replaces every value by the nearest multiple of a base, or by the nearest point of a list.',
  formula:
    'y = p_i where (p_(i−1) + p_i)/2 <= x < (p_i + p_(i+1))/2; p_i = b·i, so that y = b·⌊x/b + 1/2⌋. ' +
    'random: y = p_(i+1) with probability (x − p_i)/(p_(i+1) − p_i), otherwise p_i',
  source: [
    { key: 'torra-2013', where: 'rounding' },
    { key: 'nargundkar-saveland-1972', where: 'unbiased random rounding' },
  ],
  notes: [
    {
      topic: 'parameters',
      text:
        'Without base and points the base follows from the spread of each column, a power of ten between a tenth of the ' +
        'standard deviation and all of it for one digit; the report names it. With groups (by) every group has its own. ' +
        'A few extreme values make it large: look at the report, or set base.',
    },
    {
      topic: 'parameters',
      text: 'A base or a list of points is used for every column: give columns of different scales in different steps.',
    },
    {
      topic: 'keeps',
      text:
        'The nearest point keeps the order of the values, so rounding after reverse mapping gives what ' +
        'reverse mapping the rounded original gives. It keeps no mean exactly; random rounding keeps it on average.',
    },
    {
      topic: 'attacks',
      text:
        'Extreme values stay extreme, and a point that few records share may still single them out: top and bottom coding ' +
        'is for these.',
    },
    { topic: 'missing', text: 'Missing values stay with their records.' },
  ],
  arms: [
    'The base shows in the released values. Whoever knows it knows every original to half a base: x is in ' +
      '[y − b/2, y + b/2); with random rounding to a base: x is in (y − b, y + b).',
    'Where columns add up (parts and their total), the rounded ones bound each other, and an original may follow more ' +
      'closely than from its own interval.',
    'Rounding to the nearest point is a function without randomness: after reverse mapping, who has the rounded file too ' +
      'recovers records with it (sdc attack inversion).',
  ],
  traits: { stochastic: true, draws: 'choices', missing: 'keep', scope: 'column' },
  params,
  examples: [{ random: true }, { base: 25 }, { points: [0, 10, 50, 100, 1000], random: true }],
  apply(input) {
    const columns = new Map<string, Column>()
    const report = new Map<string, number>()
    const warnings: string[] = []
    refuseTwoGrids(input.params)
    input.columns.forEach((name, j) => {
      input.tick(j / input.columns.length)
      const values = numericValues(input.data, name)
      const missing = values.length - countValues(values)
      if (missing > 0) warnings.push(`column "${name}": ${missing} missing values stay missing`)
      columns.set(name, { kind: 'numeric', values })
      // A group in which nobody has a value has nothing to round.
      if (missing === values.length) return
      const { grid, step } = gridFor(values, name, input.params)
      const masked = input.params.random
        ? roundAtRandom(values, grid, input.rng.child(name).child('rounding'))
        : roundToGrid(values, grid)
      if (masked.every((value, i) => value === values[i] || Number.isNaN(value))) throw nothingMoves(name, step)
      columns.set(name, { kind: 'numeric', values: masked })
      if (step !== undefined) report.set(`base of ${name}`, step)
    })
    return { files: [{ columns }], report, warnings }
  },
})

function refuseTwoGrids({ base, points }: RoundingParams): void {
  if (base === undefined || points === undefined) return
  const advice = 'Leave one of them out.'
  throw new SdcError('BAD_PARAMETER', 'base and points are both given', { method: id, parameter: 'base' }, advice)
}

/** The points for a column, and the base that they are the multiples of, if any. */
function gridFor(
  values: Float64Array,
  column: string,
  { points, base, significantDigits }: RoundingParams,
): { readonly grid: RoundingGrid; readonly step?: number } {
  if (points) return { grid: pointGrid(points) }
  const step = base ?? baseFromSpread(values, significantDigits)
  if (!Number.isNaN(step)) return { grid: multiplesOf(step), step }
  const message = `the values of column "${column}" have no spread here that a base could follow from`
  throw new SdcError('CONSTANT_COLUMN', message, { method: id, column }, 'Set base, or leave the column out.')
}

function nothingMoves(column: string, step: number | undefined): SdcError {
  const points = step === undefined ? 'one of the points' : `a multiple of ${step}`
  const message = `every value of column "${column}" is ${points} already: rounding changes none`
  const advice = step === undefined ? 'Choose points farther apart.' : `Give a larger base: --set base=…`
  return new SdcError('NOTHING_MOVES', message, { method: id, parameter: 'base', column }, advice)
}
