import { numericValues, option, SdcError, type Dataset, type Roles } from '@sdc/core'
import type { CountedFile } from '@sdc/toolkit/internal'

const ID = 'risk/population-uniques'

/** Parameters that give the size of a population. */
export interface SizeParams {
  readonly populationSize?: number | undefined
  readonly samplingFraction?: number | undefined
}

/**
 * Returns the reason why the size of the population needs the file in memory; undefined if it is given, or unknown.
 *
 * @param masked - The masked file.
 * @param roles - Role of the weight column.
 * @param params - Size or sampling fraction, if given.
 * @returns A clause.
 */
export function sizeNeedsRecords(
  masked: Dataset,
  { weight }: Roles,
  { populationSize: size, samplingFraction }: SizeParams,
): string | undefined {
  if (size !== undefined || samplingFraction !== undefined || weight === undefined) return undefined
  if (!masked.names.includes(weight)) return undefined
  return (
    `the population is the sum of the sampling weights (column "${weight}") of the whole file: give populationSize ` +
    'or samplingFraction'
  )
}

/**
 * Returns N, the number of records of the population.
 *
 * @param file - The file, or its different records.
 * @param roles - Role of the weight column, whose sum is N unless a parameter gives it.
 * @param params - Size or sampling fraction, if given.
 * @returns N, or the reason why it is unknown.
 * @throws BAD_PARAMETER for two sizes, or one below the number of records; WRONG_INPUT for a negative or infinite weight.
 */
export function populationSize({ data, records }: CountedFile, roles: Roles, params: SizeParams): number | string {
  const said = saidSize(records, params)
  if (said !== undefined) return said
  const weight = data.names.find((name) => name === roles.weight)
  return weight === undefined ? noSize() : sumOfWeights(numericValues(data, weight), weight)
}

/** Returns N of a file of n records, if a parameter gives it. */
function saidSize(n: number, { populationSize: size, samplingFraction }: SizeParams): number | undefined {
  if (size !== undefined && samplingFraction !== undefined) {
    const place = { metric: ID, parameter: 'samplingFraction' }
    throw new SdcError(
      'BAD_PARAMETER',
      'populationSize and samplingFraction are both given',
      place,
      'Give one of them.',
    )
  }
  if (samplingFraction !== undefined) return Math.round(n / samplingFraction)
  if (size === undefined || size >= n) return size
  const message = `populationSize is ${size}, smaller than the ${n} records of the file`
  throw new SdcError(
    'BAD_PARAMETER',
    message,
    { metric: ID, parameter: 'populationSize' },
    'Set populationSize to the size of the whole population.',
  )
}

function noSize(): string {
  return (
    'the size of the population is unknown: give a column the role weight in a schema, set populationSize or ' +
    `samplingFraction, or name the population (${option('population', 'FILE')})`
  )
}

function sumOfWeights(weights: Float64Array, name: string): number | string {
  let sum = 0
  for (let i = 0; i < weights.length; i++) {
    if (Number.isNaN(weights[i]))
      return `the weight "${name}" of record ${i + 1} is missing, so the sum of weights is unknown`
    if (!(weights[i] >= 0 && weights[i] < Infinity)) {
      const message = `the weight "${name}" of record ${i + 1} is ${weights[i]}`
      const fix = 'A sampling weight is the number of people that a record represents: 0 or more.'
      throw new SdcError('WRONG_INPUT', message, { metric: ID, column: name, row: i + 1 }, fix)
    }
    sum += weights[i]
  }
  // Weights of a complete sample may be too small by rounding.
  if (sum >= weights.length * (1 - 1e-9)) return Math.max(sum, weights.length)
  return (
    `the weights "${name}" sum to ${sum}, less than the ${weights.length} records of the file: if they were scaled, ` +
    'set populationSize'
  )
}
