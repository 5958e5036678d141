import { SdcError } from '@sdc/core'

/**
 * Refuses a column with an infinite value.
 *
 * @param values - A column, or a block of it.
 * @param which - Whose values they are, for the message.
 * @param first - How many records come before these.
 * @throws NOT_NUMERIC naming the first infinite value; missing ones are no matter
 */
export function refuseInfinite(values: Float64Array, which: 'original' | 'masked' | 'released', first = 0): void {
  const i = values.findIndex((value) => value === Infinity || value === -Infinity)
  if (i < 0) return
  const message = `the ${which} value of record ${first + i + 1} is ${values[i]}`
  throw new SdcError('NOT_NUMERIC', message, { row: first + i + 1 }, 'Replace it by a number, or make it missing.')
}
