import { SdcError } from '@sdc/core'
import * as z from 'zod'
import { lossInPercent } from '../card-facts.js'

/** Parameters of the entropy measures. */
const entropyParams = z.object({
  matrix: z
    .record(z.string(), z.record(z.string(), z.record(z.string(), z.number().min(0).max(1))))
    .default({})
    .meta({
      description:
        'Known transition matrix of a column: by column and original category the probability of each masked one, others ' +
        '0: {"region": {"north": {"north": 0.9, "south": 0.1}, …}}. Without one, the matrix is estimated from the linked ' +
        'records.',
    }),
  prior: z
    .record(z.string(), z.record(z.string(), z.number().min(0)))
    .default({})
    .meta({
      description:
        'Prior of a column: frequencies of its categories as shares or counts (of a population): {"town": {"Albany": ' +
        '101082, …}}. By default the shares of the original file.',
    }),
  estimate: z
    .enum(['coverage', 'plain'])
    .default('coverage')
    .meta({
      description:
        'Estimation of a matrix. coverage: a pair of categories with one record informs only about itself, and the ' +
        'category represents its prior in that part. plain: uncorrected shares; a unique value for every record then has ' +
        'no loss, even if it came from another record.',
    }),
  logarithm: z.enum(['nats', 'bits']).default('nats').meta({
    description: 'Unit of the entropies in the table; the value is a percentage.',
  }),
})

/** User's input for a column. */
export type GivenEntropy = z.infer<typeof entropyParams>

/** Facts shared by the cards of the entropy measures. */
export const entropyFacts = {
  ...lossInPercent,
  accepts: ['ordered', 'nominal'],
  range: [0, Number.POSITIVE_INFINITY],
  needsOrigin: true,
  cost: { time: 'O(n·p), and O(C·C′) for a given matrix' },
  params: entropyParams,
} as const

/** Tolerance for the sum of a row of a matrix, which may be written with few digits. */
const ROUNDING = 1e-6

const own = <T>(of: Readonly<Record<string, T>>, name: string): T | undefined =>
  Object.hasOwn(of, name) ? of[name] : undefined

/** Returns the given matrix and prior of a column, each undefined if not given. */
export function givenOf(
  { matrix, prior }: GivenEntropy,
  column: string,
): {
  readonly matrix: GivenEntropy['matrix'][string] | undefined
  readonly prior: GivenEntropy['prior'][string] | undefined
} {
  return { matrix: own(matrix, column), prior: own(prior, column) }
}

/**
 * Returns the prior of a column as shares.
 *
 * @param given - User's input, shares or counts.
 * @param levels - The categories.
 * @param counts - Number of records of each.
 * @param metric - The calling metric.
 * @param column - The column.
 * @returns t, with sum 1.
 * @throws BAD_PARAMETER if the sum is not above 0, or a category of the file has no share.
 */
export function priorShares(
  given: Readonly<Record<string, number>> | undefined,
  levels: readonly string[],
  counts: Float64Array,
  metric: string,
  column: string,
): Float64Array {
  const weights = given ? Float64Array.from(levels, (level) => own(given, level) ?? 0) : counts
  const total = weights.reduce((sum, one) => sum + one, 0)
  const place = { metric, parameter: 'prior', column }
  if (given && !(total > 0))
    throw new SdcError(
      'BAD_PARAMETER',
      `the prior of column "${column}" adds up to ${total}`,
      place,
      'Give shares or counts above 0.',
    )
  const lacking = given ? levels.find((_, i) => counts[i] > 0 && weights[i] === 0) : undefined
  if (lacking !== undefined) {
    const message =
      `the prior of column "${column}" lacks "${lacking}", which ${counts[levels.indexOf(lacking)]} records of the ` +
      'original have'
    throw new SdcError('BAD_PARAMETER', message, place, 'Give every occurring category a share or count above 0.')
  }
  return total > 0 ? weights.map((one) => one / total) : weights
}

/**
 * Returns the matrix of a column as rows of numbers.
 *
 * @param given - User's input, by original and masked category.
 * @param levels - The original categories.
 * @param prior - Their shares: a category with share 0 needs no row.
 * @param masked - The masked categories.
 * @param metric - The calling metric.
 * @param column - The column.
 * @returns A row for each original category.
 * @throws BAD_PARAMETER if a row is missing, or its sum is not 1.
 */
export function matrixRows(
  given: Readonly<Record<string, Readonly<Record<string, number>>>>,
  levels: readonly string[],
  prior: Float64Array,
  masked: readonly string[],
  metric: string,
  column: string,
): Float64Array[] {
  const place = { metric, parameter: 'matrix', column }
  return levels.map((level, i) => {
    const row = own(given, level)
    if (row === undefined) {
      if (prior[i] === 0) return new Float64Array(masked.length)
      const message = `the matrix of column "${column}" has no row for "${level}"`
      throw new SdcError(
        'BAD_PARAMETER',
        message,
        place,
        'Give every original category a row; an unchanged one is {"a": {"a": 1}}.',
      )
    }
    const total = Object.values(row).reduce((sum, p) => sum + p, 0)
    if (!(Math.abs(total - 1) <= ROUNDING)) {
      const message = `the matrix of column "${column}": the row of "${level}" adds up to ${total}, not to 1`
      throw new SdcError('BAD_PARAMETER', message, place, 'Give the probabilities of all masked categories in the row.')
    }
    return Float64Array.from(masked, (name) => own(row, name) ?? 0)
  })
}
