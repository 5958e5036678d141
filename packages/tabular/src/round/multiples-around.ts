import { SdcError, type Table } from '@sdc/core'
import { cellName } from '../table/cell-name.js'

/**
 * Distance from a multiple, as a share of the base, up to which a value counts as a multiple: decimals add up
 * inexactly.
 */
const SLACK = 1e-9

/** Not all larger whole numbers are doubles, so multiples of a base are inexact there. */
const LARGEST = 2 ** 53

/**
 * Multiples of the base next to every value: `base·lower` at or below it, and the next one unless the value is a
 * multiple.
 */
export interface Multiples {
  /** ⌊x/b⌋; for a multiple x/b. */
  readonly lower: Float64Array
  /** x/b − ⌊x/b⌋, from 0 to below 1; 0 for a multiple. */
  readonly rest: Float64Array
}

/**
 * Returns the two multiples of a base around every value.
 *
 * @param table - Table of values.
 * @param base - b, above 0.
 * @returns The multiples at or below the values, and the distance of the values from them.
 * @throws BAD_TABLE if a value is too large to distinguish neighbouring multiples
 */
export function multiplesAround(table: Pick<Table, 'values' | 'dimensions' | 'names'>, base: number): Multiples {
  const { values } = table
  const large = values.findIndex((value) => !(Math.abs(value) < LARGEST))
  if (large >= 0) {
    const message = `${cellName(table, large)} is ${values[large]}, too large to round to a multiple of ${base}`
    throw new SdcError('BAD_TABLE', message, {}, 'Use a larger unit in the table.')
  }
  const lower = new Float64Array(values.length)
  const rest = new Float64Array(values.length)
  values.forEach((value, c) => {
    // The remainder is exact, unlike a quotient.
    const remainder = ((value % base) + base) % base
    const share = remainder / base
    const isMultiple = share < SLACK || share > 1 - SLACK
    // Adding 0 avoids −0 in the output.
    lower[c] = Math.round((isMultiple ? value : value - remainder) / base) + 0
    rest[c] = isMultiple ? 0 : share
  })
  return { lower, rest }
}
