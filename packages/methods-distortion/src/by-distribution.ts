/**
 * Distortion by probability distribution (Liew, Choi & Liew 1985): a law is fitted to each column, and its values are
 * replaced by draws from the law, in the order of the original ones or as new records.
 */
import {
  defineMethod,
  fillByBlocks,
  numeric,
  SdcError,
  type CategoricalColumn,
  type Column,
  type Dataset,
  type MaskingMethod,
  type MaskInput,
  type Rng,
} from '@sdc/core'
import { foldWithin } from '@sdc/stats/internal'
import { finiteColumns } from '@sdc/toolkit'
import * as z from 'zod'
import { fitReport, fitWarnings, lawOf, withoutLaw } from './column-law.js'
import { drawFromLaw } from './draw-law.js'
import { drawMultinomial } from './draw-multinomial.js'
import { familyNames } from './families.js'
import { mapDraws } from './map-draws.js'

const id = 'distortion/by-distribution'

const params = z.object({
  family: z
    .enum(['best', ...familyNames])
    .default('best')
    .meta({
      description:
        'The family of laws for numbers. best: of those in whose support the values of a column lie, the one whose likeliest ' +
        'law has the least Kolmogorov–Smirnov distance D. Categories always have the shares that the column has.',
    }),
  map: z
    .boolean()
    .optional()
    .meta({
      description:
        'true: the record whose value has rank r gets the r-th of the sorted draws, numbers only; false: new records, which ' +
        'come from none of the file, and every column is drawn by itself. Left out: true where other columns than the masked ' +
        'ones and identifiers are in the file and all masked ones are numbers, else false.',
    }),
  bootstrap: z
    .int()
    .min(0)
    .max(10_000)
    .default(0)
    .meta({
      description:
        'How many samples are drawn from each fitted law, and fitted anew, for its p; 0 takes p as if the parameters had not ' +
        'been estimated, which makes it too large.',
      unit: 'samples',
    }),
  minimumP: z.number().min(0).max(1).default(0).meta({
    description: 'Only a family whose p is above it is drawn from; where none is, the best one, with a warning.',
    unit: 'probability',
  }),
})

export type ByDistributionParams = z.infer<typeof params>

export const byDistributionMethod: MaskingMethod<ByDistributionParams> = defineMethod({
  id,
  title: 'Distortion by probability distribution',
  summary: 'Fits a law to every column and replaces its values by draws from it, by rank or as new records.',
  formula:
    'F̂ = argmin over families of D = sup|F_n − F_θ̂|, θ̂ of greatest likelihood; d_1 … d_n ~ F̂; map: y_i = d_(rank x_i); ' +
    'else y_i = d_i. Categories: Pr{d = l} = n_l/n',
  source: [
    { key: 'liew-choi-liew-1985', where: 'the method' },
    { key: 'lilliefors-1967', where: 'that p is too large where parameters are estimated' },
  ],
  notes: [
    {
      topic: 'attacks',
      text:
        'With map the order of the records is that of the original: whoever knows the rank of a value finds the record for ' +
        'certain, so that a risk by ranks is 100 %; and of n records y_i differs from x_i by no more than a sample of n ' +
        'differs from its law, about 1/√n in the distribution function. It hides values a little, and nobody at all.',
    },
    {
      topic: 'attacks',
      text:
        'With map several releases have the same order, and their mean has the values that the fitted law has at these ' +
        'ranks: no more than its parameters tell.',
    },
    {
      topic: 'attacks',
      text:
        'Without map no record is linked to one of the file. What is released is the law, with as many parameters; the ends ' +
        'of a uniform one are nearly the least and the greatest original value, those of a triangular one a little beyond.',
    },
    {
      topic: 'loses',
      text:
        'Without map all relations between columns: each is drawn by itself. Columns that are not drawn would belong to ' +
        'nobody: they are left out, but those of `by`, within whose groups records are drawn.',
    },
    {
      topic: 'keeps',
      text:
        'With map the order of every column, and so what ranks say; equal values get different draws, in random order. The ' +
        'distribution is that of the law, which fits or does not: see D, and --fits FILE.svg. Spikes (many zeros) are ' +
        'smoothed away. Drawn numbers are rounded to the step of the column as those of any method, which may make some equal.',
    },
    {
      topic: 'interpretation',
      text:
        'p is the probability of D or more for values from the law itself. The parameters were estimated from the same ' +
        'values, so that it is too large (Lilliefors), by a factor of ten and more; it ranks families and tests none. With ' +
        'bootstrap it is right, to 1/(bootstrap + 1).',
    },
    {
      topic: 'choices',
      text:
        'Fits are of greatest likelihood, normal with divisor n. Uniform: the range of the values. Triangular: from r/2n ' +
        'below it to r/2n above it, r the range, and the mode the likeliest of the values. The D of a Poisson law is taken at ' +
        'the whole numbers. A family is tried where its support has all values: positive ones for log-normal, gamma, Weibull ' +
        'and χ², from 0 on for exponential, whole ones from 0 on for Poisson. Exponential laws are gamma and Weibull ones, ' +
        'too, and χ² ones are gamma ones: of such data the wider family is often the nearer one.',
    },
    {
      topic: 'missing',
      text:
        'With map missing values stay missing. Without, a value is missing with the share that the column has of them. A ' +
        'column of one value has no law, and is refused.',
    },
  ],
  enables: [
    'Whoever knows that map was used knows that the order is the original one. Otherwise nothing: the law can be fitted to ' +
      'the released values.',
  ],
  traits: {
    accepts: ['numeric', 'ordered', 'nominal'],
    stochastic: true,
    missing: 'own',
    records: 'synthetic',
    searched: false,
  },
  params,
  examples: [{ family: 'normal' }, { map: false, bootstrap: 3, minimumP: 0.5 }],
  streamed: () => ({
    shape: 'whole',
    why: 'the distribution of a column is fitted to all of its values',
  }),
  apply(input) {
    const { data, columns: names, rng, tick } = input
    const mapped = isMapped(input)
    const columns = new Map<string, Column>()
    const report = new Map<string, Dataset | number>()
    const warnings = input.params.map === undefined ? [mapped ? mappedSentence : anewSentence] : []
    names.forEach((name, j) => {
      const progress = (): void => tick(j / names.length)
      progress()
      const column = data.column(name)
      const own = rng.child(name)
      if (column.kind === 'categorical') {
        columns.set(name, { ...column, codes: drawMultinomial(severalOf(column, name), own.child('draws')) })
        return
      }
      const [values] = finiteColumns(input, [name], id)
      const present = values.filter((value) => value === value)
      const chosen = lawOf({ ...input, method: id }, name, values, present, progress)
      warnings.push(...fitWarnings(name, present, chosen, input.params))
      for (const [entry, value] of fitReport(name, present, chosen, input.params)) report.set(entry, value)
      const { law } = chosen.best
      const free = drawFromLaw(law, mapped ? present.length : data.rows, own.child('draws'))
      // Before they are mapped: the order that a mapping gives them is of values within the bounds.
      const bounds = input.bounds?.get(name)
      const draws = bounds ? free.map((draw) => foldWithin(draw, bounds.min, bounds.max)) : free
      if (!mapped) {
        columns.set(name, numeric(withMissing(draws, data.rows - present.length, own.child('missing'))))
        return
      }
      columns.set(name, numeric(mapDraws(values, draws, own.child('ties'))))
      if (present.length < values.length)
        warnings.push(`column "${name}": ${values.length - present.length} missing values stay missing`)
    })
    const file = mapped ? { columns } : { columns, origin: new Int32Array(data.rows).fill(-1) }
    return { files: [file], report, warnings }
  },
})

const mappedSentence =
  'map was left out: as other columns stay beside them, draws go to the records by rank, and the order is the original one'
const anewSentence =
  'map was left out: new records are drawn, each column by itself, and none comes from one of the file'

/** Whether draws go to the records by rank. */
function isMapped({ data, columns, roles, params: { map } }: MaskInput<ByDistributionParams>): boolean {
  const categories = columns.find((name) => data.column(name).kind === 'categorical')
  if (map === true && categories !== undefined) {
    const message = `column "${categories}" holds categories, which have no ranks to map draws to`
    const fix = 'Set map to false, which draws new records, or leave the column out.'
    throw new SdcError('BAD_PARAMETER', message, { method: id, column: categories, parameter: 'map' }, fix)
  }
  if (map !== undefined) return map
  const beside = data.names.some((name) => !columns.includes(name) && !roles.identifiers.includes(name))
  return beside && categories === undefined
}

/** A column of categories that has at least two. */
function severalOf(column: CategoricalColumn, name: string): CategoricalColumn {
  const first = column.codes.find((code) => code >= 0)
  if (first === undefined) throw withoutLaw(id, 'ALL_MISSING', name, 'has no value at all')
  if (column.codes.some((code) => code >= 0 && code !== first)) return column
  throw withoutLaw(id, 'CONSTANT_COLUMN', name, 'has the same value in every record')
}

/** New records: each value is missing with the share that the column has of missing ones. */
function withMissing(draws: Float64Array, missing: number, rng: Rng): Float64Array {
  if (missing === 0) return draws
  const numbers = fillByBlocks(rng, new Float64Array(draws.length), (stream, part) => stream.fillUniform(part))
  return draws.map((draw, i) => (numbers[i] * draws.length < missing ? Number.NaN : draw))
}
