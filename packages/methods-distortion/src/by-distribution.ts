/**
 * Distortion by probability distribution (Liew, Choi & Liew 1985): a distribution is fitted to each column, and draws
 * from it replace the values, in the order of the original ones or as new records.
 */
import {
  defineMethod,
  fillByBlocks,
  numeric,
  SdcError,
  type CategoricalColumn,
  type Column,
  type MaskingMethod,
  type MaskInput,
  type Reported,
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
        'Family of distributions for numbers. best: among the families whose support contains the values, the ' +
        'one whose maximum-likelihood fit has the smallest Kolmogorov–Smirnov distance D. Categories always keep ' +
        'the shares of the column.',
    }),
  map: z
    .boolean()
    .optional()
    .meta({
      description:
        'Assignment of the draws. true: the record with rank r gets the r-th of the sorted draws; numbers only. ' +
        'false: new records, unrelated to the original ones, each column drawn independently. Default: true if ' +
        'all masked columns are numbers and the file has other columns besides them and the identifiers, else ' +
        'false.',
    }),
  bootstrap: z
    .int()
    .min(0)
    .max(10_000)
    .default(0)
    .meta({
      description:
        'Number of samples that are drawn from each fitted distribution and refitted to compute its p. With 0, p ' +
        'ignores that the parameters were estimated, which makes it too large.',
      unit: 'samples',
    }),
  minimumP: z
    .number()
    .min(0)
    .max(1)
    .default(0)
    .meta({
      description:
        'Limit for p: only families with a larger p are used. If there is none, the best one is used with a ' +
        'warning.',
      unit: 'probability',
    }),
})

export type ByDistributionParams = z.infer<typeof params>

export const byDistributionMethod: MaskingMethod<ByDistributionParams> = defineMethod({
  id,
  title: 'Distortion by probability distribution',
  summary: 'Fits a distribution to every column and replaces its values by draws, by rank or as new records.',
  brief: [
    'It keeps the fitted distribution of each column.',
    'All that the distribution does not describe is lost: peaks, gaps, and as new records all relations.',
  ],
  formula:
    'F̂ = argmin over families of D = sup|F_n − F_θ̂|, θ̂ of greatest likelihood; d_1 … d_n ~ F̂; map: y_i = ' +
    'd_(rank x_i); else y_i = d_i. Categories: Pr{d = l} = n_l/n',
  source: [
    { key: 'liew-choi-liew-1985', where: 'the method' },
    { key: 'lilliefors-1967', where: 'p is too large if parameters are estimated' },
  ],
  notes: [
    {
      topic: 'attacks',
      text:
        'With map the records keep the order of the original. An intruder who knows the rank of a value finds ' +
        'the record with certainty, so a risk by ranks is 100 %. For n records y_i differs from x_i by no more ' +
        'than a sample of n differs from its distribution, about 1/√n in the distribution function. It hides ' +
        'values a little, and identities not at all.',
    },
    {
      topic: 'attacks',
      text:
        'With map several releases have the same order. Their mean shows the values of the fitted distribution ' +
        'at these ranks, and no more than its parameters tell.',
    },
    {
      topic: 'attacks',
      text:
        'Without map no masked record can be linked to an original one. The release discloses only the fitted ' +
        'distribution and its parameters. The ends of a uniform distribution are nearly the smallest and the ' +
        'largest original value; those of a triangular one lie slightly outside.',
    },
    {
      topic: 'loses',
      text:
        'Without map all relations between columns are lost, because each is drawn independently. Columns that ' +
        'are not drawn are left out, because they would belong to no record. Columns of `by` stay: records are ' +
        'drawn within their groups.',
    },
    {
      topic: 'keeps',
      text:
        'With map the order of every column is kept, and with it all that ranks disclose. Equal values get ' +
        'different draws, in random order. The result has the fitted distribution, whose fit shows in D and ' +
        'in the picture of the fits. Spikes (many zeros) are smoothed away. Drawn numbers are rounded to the step of the ' +
        'column like those of any method, which may make some equal.',
    },
    {
      topic: 'interpretation',
      text:
        'p is the probability of D or more for values from the fitted distribution. The parameters were ' +
        'estimated from the same values, so p is too large (Lilliefors), by a factor of ten and more. It ranks ' +
        'families and tests none. With bootstrap it is correct to 1/(bootstrap + 1).',
    },
    {
      topic: 'choices',
      text:
        'Fits are by maximum likelihood, normal with divisor n. Uniform: the range of the values. Triangular: ' +
        'from r/2n below it to r/2n above it, r the range, and the mode the likeliest of the values. The D of a ' +
        'Poisson distribution is taken at the whole numbers. A family is tried if its support has all values: ' +
        'positive ones for log-normal, gamma, Weibull and χ², from 0 on for exponential, whole ones from 0 on ' +
        'for Poisson. Exponential distributions are also gamma and Weibull ones, and χ² ones are gamma ones. For ' +
        'such data the wider family is often nearer.',
    },
    {
      topic: 'missing',
      text:
        "With map missing values stay missing. Without map, a value is missing with the column's share of " +
        'missing values. A constant column cannot be fitted and is refused.',
    },
  ],
  enables: [
    'An intruder who knows that map was used knows that the order is the original one. The method discloses ' +
      'nothing else: anybody can fit the distribution to the released values.',
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
  needsFile: () => ({ why: 'the distribution of a column is fitted to all of its values' }),
  plan: () => ({
    form: 'file',
    mask(input) {
      const { data, columns: names, rng, tick } = input
      const mapped = isMapped(input)
      const columns = new Map<string, Column>()
      const report = new Map<string, Reported>()
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
        for (const [entry, value] of fitReport(name, present, chosen, input.params, input.roles.times?.get(name)))
          report.set(entry, value)
        const { law } = chosen.best
        const free = drawFromLaw(law, mapped ? present.length : data.rows, own.child('draws'))
        // Applied before the mapping, whose order then is of values within the bounds.
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
  }),
})

const mappedSentence =
  'map was left out: the file has other columns, so draws are assigned to the records by rank and the ' +
  'order is the original one'
const anewSentence =
  'map was left out: new records are drawn, each column independently, and none corresponds to an original record'

/** True if draws are assigned to the records by rank. */
function isMapped({ data, columns, roles, params: { map } }: MaskInput<ByDistributionParams>): boolean {
  const categories = columns.find((name) => data.column(name).kind === 'categorical')
  if (map === true && categories !== undefined) {
    const message = `column "${categories}" holds categories, which have no ranks to map draws to`
    const fix = 'Set map to false to draw new records, or leave the column out.'
    throw new SdcError('BAD_PARAMETER', message, { method: id, column: categories, parameter: 'map' }, fix)
  }
  if (map !== undefined) return map
  const beside = data.names.some((name) => !columns.includes(name) && !roles.identifiers.includes(name))
  return beside && categories === undefined
}

/** Returns a column of categories, and refuses one with a single category. */
function severalOf(column: CategoricalColumn, name: string): CategoricalColumn {
  const first = column.codes.find((code) => code >= 0)
  if (first === undefined) throw withoutLaw(id, 'ALL_MISSING', name, 'has no values')
  if (column.codes.some((code) => code >= 0 && code !== first)) return column
  throw withoutLaw(id, 'CONSTANT_COLUMN', name, 'has the same value in every record')
}

/** Makes new records: each value is missing with the share of missing values in the column. */
function withMissing(draws: Float64Array, missing: number, rng: Rng): Float64Array {
  if (missing === 0) return draws
  const numbers = fillByBlocks(rng, new Float64Array(draws.length), (stream, part) => stream.fillUniform(part))
  return draws.map((draw, i) => (numbers[i] * draws.length < missing ? Number.NaN : draw))
}
