/** Standardisation of the columns to mask. */
import { numericValues, type Facts, type Plan } from '@sdc/core'
import { readMomentsOf } from '@sdc/toolkit/internal'
import { checkColumns } from './check.js'

/** Standardisation of a column, in its unit; the first value is subtracted first, as in `distanceColumns`. */
export interface Scale {
  readonly first: number
  readonly mean: number
  /** Standard deviation with the divisor n − 1; 0 for a constant. */
  readonly sd: number
}

/**
 * Reads the scales of the columns to mask, and refuses columns that cannot be put into groups of k.
 *
 * @param facts - Columns and number of records.
 * @param k - Minimum size of a group.
 * @param method - Id of the method, for messages.
 * @returns The scale of each column.
 */
export function* readScales(
  facts: Pick<Facts<unknown>, 'columns' | 'rows'>,
  k: number,
  method: string,
): Plan<readonly Scale[]> {
  const first = yield* checkColumns(facts, k, method)
  const moments = yield* readMomentsOf(
    facts.columns.map(
      (name, j) =>
        ({ masked }) =>
          lessened(numericValues(masked, name), first[j]),
    ),
  )
  return moments.map(({ mean, sd }, j) => ({ first: first[j], mean, sd }))
}

function lessened(values: Float64Array, first: number): Float64Array {
  const own = new Float64Array(values.length)
  for (let i = 0; i < own.length; i++) own[i] = values[i] - first
  return own
}
