/**
 * Rounding (Torra 2013): every value becomes the nearest of a set of points, by default the multiples of a base.
 *
 * Each column is rounded independently, or, with vectors, the columns of each record together. Points and halves are
 * those of decimals: with base 0.1, 0.15 becomes 0.2, and 0.3 stays 0.3.
 */
import {
  blockStream,
  defineMethod,
  numeric,
  numericValues,
  option,
  SdcError,
  type BlockMasking,
  type Facts,
  type MaskingMethod,
  type MaskInput,
  type MaskResult,
  type Plan,
} from '@sdc/core'
import { multiplesOf } from '@sdc/stats'
import { readMissing, readMoments } from '@sdc/toolkit/internal'
import * as z from 'zod'
import { baseOfSpread } from './rounding-base.js'
import { pointGrid, roundByDraws, roundToGrid, type RoundingGrid } from './rounding-grid.js'
import { roundToVectors } from './round-to-vectors.js'
import type { VectorRows } from './vector-table.js'

const id = 'coding/rounding'

const params = z.object({
  significantDigits: z
    .int()
    .min(1)
    .max(15)
    .default(1)
    .meta({
      description:
        "Significant digits that remain of the column's standard deviation s: the base is 10^(⌊log10 s⌋ + 1 − digits).",
      unit: 'digits',
      search: { min: 1, max: 2 },
    }),
  base: z.number().positive().optional().meta({
    description: 'Base whose multiples are the rounded values. Replaces significantDigits.',
    unit: "the column's unit",
  }),
  points: z
    .array(z.number())
    .min(1)
    .refine((points) => new Set(points).size === points.length, 'a point is named twice')
    .optional()
    .meta({
      description: 'Points to round to, in any order. Replaces a base. Values beyond the first and the last go there.',
      unit: "the column's unit",
    }),
  vectors: z
    .array(z.array(z.union([z.string(), z.number()])))
    .optional()
    .meta({
      description:
        'Vectors to which the columns of each record are rounded together: the names of the columns, then a row ' +
        'of numbers for each vector (vectors=@FILE). Replaces a base or points.',
      unit: "the columns' units",
    }),
  random: z
    .boolean()
    .default(false)
    .meta({
      description:
        'Round up or down at random, so that y is x on average. The probability of rounding up is proportional ' +
        'to the distance from the lower point.',
    }),
})

export type RoundingParams = z.infer<typeof params>

export const roundingMethod: MaskingMethod<RoundingParams> = defineMethod({
  id,
  title: 'Rounding',
  summary:
    'Rounds every value to the nearest multiple of a base or point of a list, or each record to the nearest vector.',
  brief: [
    'It keeps every value within half a step, and so nearly all statistics.',
    'It protects little where an intruder knows several columns.',
  ],
  formula:
    'y = p_i where (p_(i−1) + p_i)/2 <= x < (p_i + p_(i+1))/2; p_i = b·i, so that y = b·⌊x/b + 1/2⌋. ' +
    'random: y = p_(i+1) with probability (x − p_i)/(p_(i+1) − p_i), otherwise p_i. ' +
    'vectors: y_i = argmin_v Σ_j ((x_ij − v_j)/s_j)², s_j the standard deviation of column j',
  source: [
    { key: 'torra-2013', where: 'rounding' },
    { key: 'nargundkar-saveland-1972', where: 'unbiased random rounding' },
  ],
  notes: [
    {
      topic: 'parameters',
      text:
        'Without base and points the base follows from the spread of each column: for one digit, a power of ten ' +
        'between a tenth of the standard deviation and all of it. The report names it. With groups (by) every ' +
        'group has its own. A few extreme values make it large: check the report, or set base.',
    },
    {
      topic: 'parameters',
      text:
        'Vectors are matched with the columns by name, and each record is rounded to one of them. A record with ' +
        'missing values goes to the vector nearest in its other columns. Among equally near vectors the first is used; a constant column counts in no distance. With groups (by) s_j is that of the group. Without ' +
        'vectors each column is rounded independently.',
    },
    {
      topic: 'choices',
      text:
        'The distance of vectors is Euclidean on columns divided by their standard deviations, so units do not ' +
        'matter. Vectors that combine one grid per column equal rounding column by column; there is no separate ' +
        'method for them.',
    },
    {
      topic: 'parameters',
      text: 'A base or a list of points applies to every column. Use separate steps for columns of different scales.',
    },
    {
      topic: 'keeps',
      text:
        'The nearest point keeps the order of the values, so rounding after reverse mapping equals reverse ' +
        'mapping of the rounded original. It keeps no mean exactly; random rounding keeps it on average.',
    },
    {
      topic: 'attacks',
      text:
        'Extreme values stay extreme, and a point that few records share may still single them out. Use top and ' +
        'bottom coding for these.',
    },
    { topic: 'missing', text: 'Missing values stay with their records.' },
  ],
  enables: [
    'The base shows in the released values. An intruder who knows it knows every original up to half a base: ' +
      'x is in [y − b/2, y + b/2). With random rounding to a base: x is in (y − b, y + b).',
    'An intruder who knows the vectors knows for every record the cell around its vector (Voronoi). Vectors ' +
      'that few records share single these records out, like rare combinations of values.',
    'If columns add up (parts and their total), the rounded ones bound each other, and an original may ' +
      'follow more closely than from its own interval.',
    'Rounding to the nearest point is a function without randomness. After reverse mapping, an intruder who ' +
      'also has the rounded file can recover records with it (sdc attack inversion).',
  ],
  traits: { stochastic: true, draws: 'choices', missing: 'keep', scope: 'file' },
  params,
  examples: [{ random: true }, { base: 25 }, { points: [0, 10, 50, 100, 1000], random: true }],
  needsFile({ params: { vectors } }) {
    if (vectors === undefined) return undefined
    return {
      why: 'the nearest vector is searched for all records at a time',
      instead: 'coding/rounding with base or points rounds each column by itself',
    }
  },
  plan(facts) {
    refuseTwoGrids(facts.params)
    const { vectors } = facts.params
    return vectors ? { form: 'file', mask: (input) => maskByVectors(input, vectors) } : byBlocks(facts)
  },
})

function maskByVectors(input: MaskInput<RoundingParams>, vectors: VectorRows): MaskResult {
  input.tick(0)
  const named = new Map(input.columns.map((name) => [name, numericValues(input.data, name)]))
  const { columns, report, warnings } = roundToVectors(named, vectors, { method: id })
  return { files: [{ columns }], report, warnings }
}

function refuseTwoGrids({ base, points, vectors, random }: RoundingParams): void {
  const given = Object.entries({ base, points, vectors, random: random || undefined })
  const [first, second] = given.filter(([, value]) => value !== undefined).map(([name]) => name)
  // Random rounding needs the two points next to a value.
  if (second === undefined || (second === 'random' && first !== 'vectors')) return
  const message = `both ${first} and ${second} are given`
  throw new SdcError('BAD_PARAMETER', message, { method: id, parameter: first }, 'Leave one of them out.')
}

/** Rounds to the points of each column, which follow from its standard deviation unless they are given. */
function* byBlocks({ columns, params, rng, rows }: Facts<RoundingParams>): Plan<BlockMasking> {
  const bySpread = params.points === undefined && params.base === undefined
  const moments = bySpread ? yield* readMoments(columns) : undefined
  const missing = moments ? moments.map((own) => own.missing) : yield* readMissing(columns)
  // A column without values has nothing to round.
  const grids = columns.map((name, j) =>
    missing[j] === rows.masked ? undefined : gridFor(name, params, moments?.[j].sd),
  )
  return {
    form: 'block',
    warnings: columns.flatMap((name, j) =>
      missing[j] > 0 ? [`column "${name}": ${missing[j]} missing values stay missing`] : [],
    ),
    report: new Map(
      columns.flatMap((name, j): [string, number][] => {
        const step = grids[j]?.step
        return step === undefined ? [] : [[`base of ${name}`, step]]
      }),
    ),
    mask: ({ masked, index }) => ({
      columns: new Map(
        columns.map((name, j) => {
          const values = numericValues(masked, name)
          const grid = grids[j]?.grid
          if (grid === undefined) return [name, numeric(values)]
          if (!params.random) return [name, numeric(roundToGrid(values, grid))]
          const draws = new Float64Array(values.length)
          blockStream(rng.child(name).child('rounding'), index).fillUniform(draws)
          return [name, numeric(roundByDraws(values, grid, draws))]
        }),
      ),
    }),
    judge(changed) {
      for (const [j, name] of columns.entries())
        if (grids[j] && !changed.has(name)) throw nothingMoves(name, grids[j].step)
      return {}
    },
  }
}

/** Points of a column, and their base, if they have one. */
interface ColumnGrid {
  readonly grid: RoundingGrid
  readonly step?: number
}

function gridFor(column: string, { points, base, significantDigits }: RoundingParams, sd = Number.NaN): ColumnGrid {
  if (points) return { grid: pointGrid(points) }
  const step = base ?? baseOfSpread(sd, significantDigits)
  if (!Number.isNaN(step)) return { grid: multiplesOf(step), step }
  const message = `the values of column "${column}" have no spread here from which a base could follow`
  throw new SdcError('CONSTANT_COLUMN', message, { method: id, column }, 'Set base, or leave the column out.')
}

function nothingMoves(column: string, step: number | undefined): SdcError {
  const points = step === undefined ? 'one of the points' : `a multiple of ${step}`
  const message = `every value of column "${column}" already is ${points}: rounding changes none`
  const fix = step === undefined ? 'Choose points farther apart.' : `Give a larger base: ${option('set', 'base=…')}`
  return new SdcError('NOTHING_MOVES', message, { method: id, parameter: 'base', column }, fix)
}
