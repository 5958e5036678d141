import { numericValues, SdcError, takeRows, type Dataset, type Rng, type Roles } from '@sdc/core'
import { randomPermutation } from '@sdc/stats'
import { unitsOf } from '@sdc/toolkit/internal'

/** A file whose records are drawn by their weights. */
export interface PopulationLike {
  readonly data: Dataset
  /** Number of the record of the file that each one is a copy of: copies count as one person. */
  readonly copies: Int32Array
}

/**
 * Draws as many records as a file has, with probability proportional to their weights, by systematic sampling from a
 * random order: record i occurs ⌊n·w_i/Σw⌋ times, or once more.
 *
 * @param data - The records.
 * @param roles - Names the weight.
 * @param rng - The stream of the draw.
 * @param method - Id of the method, for messages.
 * @returns The records.
 * @throws BAD_PARAMETER without a weight, and for persons or households with several records.
 */
export function populationLike(data: Dataset, roles: Roles, rng: Rng, method: string): PopulationLike {
  const { weight } = roles
  const place = { method, parameter: 'weights' }
  if (weight === undefined)
    throw new SdcError('BAD_PARAMETER', 'weights = resample needs a weight', place, 'Give a column the role weight.')
  for (const ids of [roles.household, roles.person]) {
    if (ids === undefined || unitsOf(data.column(ids)).count === data.rows) continue
    const message = `weights = resample draws records, but those with the same "${ids}" belong together`
    throw new SdcError(
      'BAD_PARAMETER',
      message,
      { ...place, column: ids },
      'Leave it out: the weight is then a variable.',
    )
  }
  const weights = numericValues(data, weight).map((value) => (value > 0 ? value : 0))
  const total = weights.reduce((sum, value) => sum + value, 0)
  if (!(total > 0))
    throw new SdcError('BAD_PARAMETER', `every weight in "${weight}" is 0 or missing`, place, 'Correct the weights.')
  const records = new Int32Array(data.rows)
  const step = total / data.rows
  let next = step * rng.uniform()
  let below = 0
  let at = 0
  // In the order of the file a step could fall on the same of several alternating kinds of records.
  randomPermutation(data.rows, rng.child('order')).forEach((record) => {
    below += weights[record]
    for (; at < records.length && next < below; next += step) records[at++] = record
  })
  // Rounding of the sum may leave out the last place.
  records.fill(
    weights.findLastIndex((value) => value > 0),
    at,
  )
  return { data: takeRows(data, records), copies: records }
}
