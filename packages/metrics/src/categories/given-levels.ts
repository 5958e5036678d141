import { SdcError } from '@sdc/core'
import * as z from 'zod'

/** The parameters of the measures by entropy. */
export const entropyParams = {
  matrix: z
    .record(z.string(), z.record(z.string(), z.record(z.string(), z.number().min(0).max(1))))
    .default({})
    .meta({
      description:
        'The transition matrix of a column, where it is known: by column and original category the probability of each ' +
        'masked one, others 0: {"region": {"north": {"north": 0.9, "south": 0.1}, …}}. A column without one has its matrix ' +
        'estimated from the linked records.',
    }),
  prior: z
    .record(z.string(), z.record(z.string(), z.number().min(0)))
    .default({})
    .meta({
      description:
        'How frequent the categories of a column are before a record is looked at, as shares or counts (of a population): ' +
        '{"town": {"Albany": 101082, …}}. A column without has the shares of the original file.',
    }),
  estimate: z
    .enum(['coverage', 'plain'])
    .default('coverage')
    .meta({
      description:
        'How a matrix is estimated. coverage: a pair of categories that one record has tells of itself only, and the ' +
        'category stands for its prior in that part; plain: shares as they are, so that a value of its own for every record ' +
        'has no loss, even if it is another record’s.',
    }),
  logarithm: z.enum(['nats', 'bits']).default('nats').meta({
    description: 'The unit of the entropies in the table; the value is a percentage and has none.',
  }),
}

/** What a user gives of a column. */
export interface GivenEntropy {
  readonly matrix: Readonly<Record<string, Readonly<Record<string, Readonly<Record<string, number>>>>>>
  readonly prior: Readonly<Record<string, Readonly<Record<string, number>>>>
  readonly estimate: 'coverage' | 'plain'
  readonly logarithm: 'nats' | 'bits'
}

/** A row of a matrix adds up to 1 as far as it was written down. */
const ROUNDING = 1e-6

const own = <T>(of: Readonly<Record<string, T>>, name: string): T | undefined =>
  Object.hasOwn(of, name) ? of[name] : undefined

/** The matrix and the prior that are given of a column, each undefined where there is none. */
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
 * The prior of a column as shares.
 *
 * @param given - What the user says, shares or counts.
 * @param levels - The categories.
 * @param counts - How many records have each.
 * @param metric - Who asks.
 * @param column - The column.
 * @returns t, adding up to 1.
 * @throws BAD_PARAMETER where nothing adds up to more than 0, or a category of the file has no share
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
    const message = `the prior of column "${column}" has nothing for "${lacking}", which ${counts[levels.indexOf(lacking)]} records of the original have`
    throw new SdcError('BAD_PARAMETER', message, place, 'Give every category that occurs a share or count above 0.')
  }
  return total > 0 ? weights.map((one) => one / total) : weights
}

/**
 * The matrix of a column as rows of numbers.
 *
 * @param given - What the user says, by original and masked category.
 * @param levels - The original categories.
 * @param prior - Their shares: a category of share 0 needs no row.
 * @param masked - The masked categories.
 * @param metric - Who asks.
 * @param column - The column.
 * @returns A row for each original category.
 * @throws BAD_PARAMETER where a row is missing, or does not add up to 1
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
        'Give every original category a row; one that stays is {"a": {"a": 1}}.',
      )
    }
    const total = Object.values(row).reduce((sum, p) => sum + p, 0)
    if (!(Math.abs(total - 1) <= ROUNDING)) {
      const message = `the matrix of column "${column}": the row of "${level}" adds up to ${total}, not to 1`
      throw new SdcError('BAD_PARAMETER', message, place, 'A row has the probabilities of what a category becomes.')
    }
    return Float64Array.from(masked, (name) => own(row, name) ?? 0)
  })
}
