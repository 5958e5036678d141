import { SdcError } from '@sdc/core'

/**
 * @throws LENGTH_MISMATCH unless the original record of every masked one is known
 */
export function refuseUnknownOrigin(method: string, origin: Int32Array, rows: number): void {
  const i = origin.findIndex((row) => row < 0)
  const known = i < 0
  if (known && origin.length === rows) return
  const message = known
    ? `${rows} masked records have ${origin.length} original records`
    : `masked record ${
        i + 1
      } comes from no known record of the original: a post-masking step needs one original record for each masked one`
  const advice =
    'Match the files by a key or the private origin file; without a link, reverse-map/rank has the mode quantile (--quantile).'
  throw new SdcError('LENGTH_MISMATCH', message, { method, ...(known ? {} : { row: i + 1 }) }, advice)
}
