import { SdcError } from '@sdc/core'

/**
 * Refuses a column with an infinite value.
 *
 * @param values - A column, or a block of it.
 * @param which - File of the values, for the message.
 * @param first - Number of records before these.
 * @throws NOT_NUMERIC with the first infinite value; missing ones are ignored.
 */
export function refuseInfinite(values: Float64Array, which: 'original' | 'masked' | 'released', first = 0): void {
  let i = 0
  while (i < values.length && values[i] !== Infinity && values[i] !== -Infinity) i++
  if (i === values.length) return
  const message = `the ${which} value of record ${first + i + 1} is ${values[i]}`
  throw new SdcError('NOT_NUMERIC', message, { row: first + i + 1 }, 'Replace it by a number, or make it missing.')
}
