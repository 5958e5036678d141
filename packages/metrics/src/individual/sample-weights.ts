import { meanOfPersons, type Units } from '@sdc/toolkit/internal'
import { numericValues, SdcError, type Dataset, type Roles } from '@sdc/core'
import { sum } from '@sdc/stats'

import * as z from 'zod'

/** Parameter that replaces weights. */
export const samplingFractionParam = z
  .number()
  .gt(0)
  .max(1)
  .optional()
  .meta({
    description:
      'Sampling fraction of the population, the same for every record; replaces sampling weights. By default the ' +
      'column with the role weight; without one the file counts as the whole population.',
    unit: 'share of the population',
  })

/** Sampling of a file. */
interface SampleDesign {
  /** Weight of each record, a finite number from 0; undefined without weights, or if a fraction was given. */
  readonly weights?: Float64Array
  /** Share of the population in the file: n/Σw with weights, of persons or of records; 1 if it is unknown. */
  readonly fraction: number
  /** Warnings for readers of a risk. */
  readonly warnings: readonly string[]
}

/**
 * Returns the sampling design of a file: from a parameter, from its weights, or none.
 *
 * @param file - The sample.
 * @param roles - Roles, which may name the weight column.
 * @param given - Sampling fraction from the parameter.
 * @param persons - Person of each record, if a person may have several records: the weight of a person is the mean of
 *   theirs.
 * @returns Validated weights, and the fraction.
 * @throws NOT_NUMERIC for a weight column of text; WRONG_INPUT for a missing, negative or infinite weight.
 */
export function sampleDesign(file: Dataset, roles: Roles, given: number | undefined, persons?: Units): SampleDesign {
  if (given !== undefined) return { fraction: given, warnings: [] }
  const name = file.names.find((one) => one === roles.weight)
  if (name === undefined) {
    const lost = roles.weight === undefined ? 'no column has the role weight' : `the file has no "${roles.weight}"`
    return {
      fraction: 1,
      warnings: [`${lost} and samplingFraction is not set: the file counts as the whole population`],
    }
  }
  const weights = numericValues(file, name)
  const wrong = weights.findIndex((weight) => !(weight >= 0 && weight < Number.POSITIVE_INFINITY))
  if (wrong >= 0) {
    const what = Number.isNaN(weights[wrong]) ? 'is missing' : `is ${weights[wrong]}`
    const message = `the weight "${name}" of record ${wrong + 1} ${what}`
    const fix =
      'Correct the weight, or set samplingFraction. A sampling weight is the number of people that a record ' +
      'represents: 0 or more.'
    throw new SdcError('WRONG_INPUT', message, { column: name, row: wrong + 1 }, fix)
  }
  const population = sum(persons ? meanOfPersons(persons, weights) : weights)
  const units = persons?.count ?? file.rows
  const warnings = isBelow(population, units) ? [lightWarning(name, population, units, persons !== undefined)] : []
  return { weights, fraction: Math.min(1, units / population), warnings }
}

/** Warns of weights that are too small for a sample. */
function lightWarning(name: string, population: number, units: number, isPersons: boolean): string {
  return (
    `the weights "${name}" sum to ${population}, less than the ${units} ${isPersons ? 'persons' : 'records'} of the ` +
    'file: the file counts as the whole population. If the weights were scaled, set samplingFraction'
  )
}

/**
 * Returns true if the weights sum to less than the number of records, beyond rounding: files have weights with about
 * nine digits.
 *
 * @param total - Sum of the weights.
 * @param records - Number of records.
 * @returns True if the difference exceeds rounding.
 */
export function isBelow(total: number, records: number): boolean {
  return total < records * (1 - 1e-9)
}
