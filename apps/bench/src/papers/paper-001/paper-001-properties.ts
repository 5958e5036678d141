import { dataset, numeric, numericValues, seededRng, type Dataset } from '@sdc/core'
import { norta, paper001Spearman } from '@sdc/datasets'
import { covariance, exp, mean, normalQuantile, pearson, rank, spearman, standardDeviation } from '@sdc/stats'
import { logNormalDistribution, normalDistribution } from '@sdc/stats/distributions'
import type { PaperOptions } from '../paper.js'
import { masked, measured, tableOf } from '../run.js'

/** Number of records of every file for Table 1. */
export const propertyRecords = 10_000

/** A file to mask: its masked columns, and the unmasked ones that are given. */
interface PropertyFile {
  readonly name: 'stand-in' | 'skewed' | 'parabola'
  readonly data: Dataset
  readonly columns: readonly string[]
  readonly given: readonly string[]
}

/** A question of Table 1, in its order. */
export const propertyNames = ['risk', 'marginals', 'sufficient', 'linear', 'monotonic', 'nonMonotonic'] as const
export type PropertyName = (typeof propertyNames)[number]

/** Change of each property by a mask; 0 for none. */
export type Properties = Readonly<Record<PropertyName, number>>

/** yes: exactly; in the limit: without a detectable change in a file of this size; no: there is a counter-example. */
export type Answer = 'yes' | 'in the limit' | 'no' | 'undecided'

/**
 * Largest statistic of each property for the answers yes and "in the limit", and smallest one for no. Between the last
 * two the answer is undecided.
 *
 * Random draws move a correlation by about 1/√n, the greatest distance of two distributions by 1/√(n/2), and R² by p/n.
 * The bounds of "no" are about six standard deviations, or the 1.4·10⁻⁵ of Kolmogorov's law, so chance never answers no.
 * Linear models keep moments up to rounding: 1e-9 is far above rounding, 1e-6 far below any draw.
 */
const rules: Readonly<Record<PropertyName, { readonly exact: number; readonly drawn: number; readonly no: number }>> = {
  risk: { exact: 5, drawn: 5, no: 20 },
  marginals: { exact: 0, drawn: 0, no: 2.5 },
  sufficient: { exact: 1e-9, drawn: 1e-9, no: 1e-6 },
  linear: { exact: 1e-9 * Math.sqrt(propertyRecords), drawn: 4, no: 6 },
  monotonic: { exact: 1e-9 * Math.sqrt(propertyRecords), drawn: 4, no: 6 },
  nonMonotonic: { exact: 1e-9 * Math.sqrt(propertyRecords), drawn: 4, no: 6 },
}

/** Returns the answer to a question by the statistic of the worst file. */
export function answerOf(property: PropertyName, statistic: number): Answer {
  const { exact, drawn, no } = rules[property]
  if (statistic <= exact) return 'yes'
  if (statistic < drawn) return 'in the limit'
  return statistic > no ? 'no' : 'undecided'
}

/**
 * Returns three files of 10,000 records. Stand-in: one sub-group of the simulated file, Home and Mortgage log-normal,
 * masked given Net, which is normal. Skewed: x2 = x1 + e with x1 log-normal, a linear relation of skewed variables.
 * Parabola: x2 = x1² + e.
 */
export function propertyFiles(seed: string): readonly PropertyFile[] {
  const rng = seededRng(seed).child('table 1')
  const marginals = [logNormalDistribution(0, 1.519), logNormalDistribution(0, 0.6), normalDistribution(10, 1)]
  const { columns } = norta(propertyRecords, marginals, paper001Spearman, 'spearman', rng.child('stand-in'))
  const normals = (name: string): Float64Array => {
    const stream = rng.child(name)
    return Float64Array.from({ length: propertyRecords }, () => stream.normal())
  }
  const skewed = normals('skewed').map((z) => exp(1.5 * z))
  const bent = normals('parabola')
  const [wide, narrow] = [normals('wide'), normals('narrow')]
  return [
    {
      name: 'stand-in',
      data: dataset(['Home', 'Mortgage', 'Net'].map((name, j) => [name, numeric(columns[j])])),
      columns: ['Home', 'Mortgage'],
      given: ['Net'],
    },
    {
      name: 'skewed',
      data: dataset([
        ['x1', numeric(skewed)],
        ['x2', numeric(skewed.map((x, i) => x + 4 * wide[i]))],
      ]),
      columns: ['x1', 'x2'],
      given: [],
    },
    {
      name: 'parabola',
      data: dataset([
        ['x1', numeric(bent)],
        ['x2', numeric(bent.map((x, i) => x * x + 0.1 * narrow[i]))],
      ]),
      columns: ['x1', 'x2'],
      given: [],
    },
  ]
}

/** A masking step without its columns. */
export interface PropertyStep {
  readonly use: string
  readonly params?: Readonly<Record<string, unknown>>
  /** True if it masks given other columns. */
  readonly conditional: boolean
}

/** Change of each property by a step: the greatest statistic of the files, and the linear one among masked columns only. */
export async function propertiesOf(
  options: PaperOptions,
  files: readonly PropertyFile[],
  { use, params = {}, conditional }: PropertyStep,
): Promise<{ readonly all: Properties; readonly linearAmongMasked: number }> {
  const found: Record<PropertyName, number> = {
    risk: 0,
    marginals: 0,
    sufficient: 0,
    linear: 0,
    monotonic: 0,
    nonMonotonic: 0,
  }
  let linearAmongMasked = 0
  const raise = (property: PropertyName, statistic: number): void => {
    // A missing statistic must not count as a small one.
    found[property] = statistic >= 0 ? Math.max(found[property], statistic) : Infinity
  }
  for (const file of files) {
    const { data, columns, given } = file
    const step = { use, columns, params, ...(conditional && given.length > 0 ? { given } : {}) }
    const made = await masked(options.registry, data, [step], `${options.seed} ${use} ${file.name}`)
    if (file.name === 'parabola') {
      const bent = (one: Dataset): number =>
        pearson(
          numericValues(one, 'x1').map((x) => x * x),
          numericValues(one, 'x2'),
        )
      raise('nonMonotonic', Math.sqrt(propertyRecords) * Math.abs(bent(made) - bent(data)))
      continue
    }
    raise('sufficient', momentChange(data, made, [...columns, ...given]))
    raise('linear', correlationChange(data, made, [...columns, ...given], pearson))
    linearAmongMasked = Math.max(linearAmongMasked, correlationChange(data, made, columns, pearson))
    raise('monotonic', correlationChange(data, made, [...columns, ...given], spearman))
    if (file.name === 'stand-in') {
      raise('marginals', await distance(options, file, made))
      raise('risk', await disclosure(options, file, made))
    }
  }
  return { all: found, linearAmongMasked }
}

/** Returns √n times the greatest change of a correlation. */
function correlationChange(
  data: Dataset,
  made: Dataset,
  names: readonly string[],
  of: (a: Float64Array, b: Float64Array) => number,
): number {
  const changes = names.flatMap((a, j) =>
    names.slice(j + 1).map((b) => {
      const [before, after] = [data, made].map((one) => of(numericValues(one, a), numericValues(one, b)))
      return Math.abs(after - before)
    }),
  )
  return Math.sqrt(propertyRecords) * Math.max(...changes)
}

/** The greatest change of a mean or covariance, in the standard deviations of the original. */
function momentChange(data: Dataset, made: Dataset, names: readonly string[]): number {
  const sd = (name: string): number => standardDeviation(numericValues(data, name))
  const changes = names.flatMap((a, j) => {
    const [x, y] = [numericValues(data, a), numericValues(made, a)]
    const ofMean = Math.abs(mean(y) - mean(x)) / sd(a)
    const ofCovariances = names.slice(j).map((b) => {
      const change = covariance(y, numericValues(made, b)) - covariance(x, numericValues(data, b))
      return Math.abs(change) / (sd(a) * sd(b))
    })
    return [ofMean, ...ofCovariances]
  })
  return Math.max(...changes)
}

/** √(n/2) times the greatest distance of a column's two distributions. */
async function distance({ registry, seed }: PaperOptions, file: PropertyFile, made: Dataset): Promise<number> {
  const call = {
    registry,
    original: file.data,
    masked: made,
    columns: file.columns,
    metric: 'loss/marginal-distance',
    seed,
  }
  const columns = (await measured(call)).columns ?? new Map<string, number | null>()
  const percents = file.columns.map((name) => columns.get(name) ?? Number.NaN)
  return Math.sqrt(propertyRecords / 2) * (Math.max(...percents) / 100)
}

/**
 * n/p times the greatest increment of R² by the masked columns over the given ones, all as normal scores.
 *
 * The simulated file is a normal copula, so the mean of a score given the other one is linear. A masked column that
 * depends only on the given one therefore adds nothing.
 */
async function disclosure({ registry, seed }: PaperOptions, file: PropertyFile, made: Dataset): Promise<number> {
  const { columns, given } = file
  const metric = 'risk/value-disclosure'
  const call = { registry, original: scores(file.data), masked: scores(made), columns, given, metric, seed }
  const increments = numericValues(tableOf(await measured(call), 'columns', metric), 'increment')
  return (propertyRecords / columns.length) * Math.max(...increments)
}

/** Every column as Φ⁻¹(rank/(n + 1)). */
function scores(data: Dataset): Dataset {
  return dataset(
    data.names.map((name) => {
      const ranks = rank(numericValues(data, name), 'average')
      return [name, numeric(ranks.map((one) => normalQuantile(one / (ranks.length + 1))))]
    }),
  )
}
