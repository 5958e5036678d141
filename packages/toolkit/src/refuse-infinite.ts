import { SdcError } from '@sdc/core'

/**
 * @throws NOT_NUMERIC naming the first infinite value; missing ones are no matter
 */
export function refuseInfinite(values: Float64Array, which: 'original' | 'masked' | 'released'): void {
  for (let i = 0; i < values.length; i++) {
    if (values[i] !== Infinity && values[i] !== -Infinity) continue
    const message = `the ${which} value of record ${i + 1} is ${values[i]}`
    throw new SdcError('NOT_NUMERIC', message, { row: i + 1 }, 'Replace it by a number, or make it missing.')
  }
}
