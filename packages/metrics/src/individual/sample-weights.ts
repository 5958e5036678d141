import { meanOfPersons, type Units } from '@sdc/toolkit/internal'
import { numericValues, SdcError, type Dataset, type Roles } from '@sdc/core'
import { sum } from '@sdc/stats'

import * as z from 'zod'

/** The parameter that takes the place of weights. */
export const samplingFractionParam = z
  .number()
  .gt(0)
  .max(1)
  .optional()
  .meta({
    description:
      'The part of the population that the sample is, the same for every record, instead of the sampling weights. Without ' +
      'it the weights are those of the column with the role weight; where there is none, the file is taken for the whole ' +
      'population.',
    unit: 'share of the population',
  })

/** What is known of how the file was sampled. */
interface SampleDesign {
  /** One a record, each a finite number from 0 up; where the file has them and no fraction was given. */
  readonly weights?: Float64Array
  /** The part of the population that the file is: n/Σw where it has weights, of persons or of records; 1 where nothing is known. */
  readonly fraction: number
  /** What whoever reads a risk of this file must know. */
  readonly warnings: readonly string[]
}

/**
 * How a file was sampled, by a parameter, by its weights, or not at all.
 *
 * @param file - The file whose records were sampled.
 * @param roles - Says which column is the weight, where one is.
 * @param given - The sampling fraction that was asked for.
 * @param persons - Whose the records are, where a person may have several: the weight of a person is the mean of theirs.
 * @returns The weights, checked, and the fraction.
 * @throws NOT_NUMERIC where the weight is a column of text, WRONG_INPUT where a weight is missing, negative or infinite, or
 * the weights add up to less than the records.
 */
export function sampleDesign(file: Dataset, roles: Roles, given: number | undefined, persons?: Units): SampleDesign {
  if (given !== undefined) return { fraction: given, warnings: [] }
  const name = file.names.find((one) => one === roles.weight)
  if (name === undefined) {
    const lost = roles.weight === undefined ? 'no column has the role weight' : `the file has no "${roles.weight}"`
    return {
      fraction: 1,
      warnings: [`${lost} and no samplingFraction is given: the file is taken for the whole population`],
    }
  }
  const weights = numericValues(file, name)
  const wrong = weights.findIndex((weight) => !(weight >= 0 && weight < Number.POSITIVE_INFINITY))
  if (wrong >= 0) {
    const what = Number.isNaN(weights[wrong]) ? 'is missing' : `is ${weights[wrong]}`
    const message = `the weight "${name}" of record ${wrong + 1} ${what}`
    const fix =
      'A sampling weight is how many of the population a record stands for: 0 or more, in every record. ' +
      'Correct it, or give samplingFraction.'
    throw new SdcError('WRONG_INPUT', message, { column: name, row: wrong + 1 }, fix)
  }
  const population = sum(persons ? meanOfPersons(persons, weights) : weights)
  const units = persons?.count ?? file.rows
  if (isBelow(population, units)) {
    const message = `the weights "${name}" add up to ${population}, and the file has ${units} ${persons ? 'persons' : 'records'}`
    throw new SdcError('WRONG_INPUT', message, { column: name }, weightAdvice)
  }
  return { weights, fraction: Math.min(1, units / population), warnings: [] }
}

/** What to do where weights are not what they should be. */
export const weightAdvice =
  'A sampling weight is how many of the population a record stands for, itself among them. Where the weights were scaled ' +
  'to a mean of 1, multiply them by the population over the sample; or give samplingFraction.'

/**
 * Whether weights add up to fewer than there are records, which no rounding of them explains: weights are written with
 * nine digits or so.
 *
 * @param total - The sum of the weights.
 * @param records - How many records there are.
 * @returns True where it is.
 */
export function isBelow(total: number, records: number): boolean {
  return total < records * (1 - 1e-9)
}
