import { SdcError, type Table } from '@sdc/core'
import { cellName } from '../table/cell-name.js'

/** What is this close to a multiple of the base, in parts of the base, is one: sums of decimals are off by their last bits. */
const SLACK = 1e-9

/** Whole numbers from here on are not all represented, and neither are the multiples of a base. */
const LARGEST = 2 ** 53

/** The multiples of the base next to every value: `base·lower` at or below it, and the next one where it is none itself. */
export interface Multiples {
  /** ⌊x/b⌋, of what is a multiple itself x/b. */
  readonly lower: Float64Array
  /** x/b − ⌊x/b⌋, from 0 to below 1; 0 for a multiple. */
  readonly rest: Float64Array
}

/**
 * Where every value lies between two multiples of a base.
 *
 * @param table - Its values.
 * @param base - b, above 0.
 * @returns The multiples at or below the values, and how far the values are above them.
 * @throws BAD_TABLE for a value too large to be told from its neighbours
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
    // No −0: it would be written as such.
    lower[c] = Math.round((isMultiple ? value : value - remainder) / base) + 0
    rest[c] = isMultiple ? 0 : share
  })
  return { lower, rest }
}
