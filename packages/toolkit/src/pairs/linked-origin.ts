import { option, SdcError } from '@sdc/core'

/**
 * Refuses masked records with an unknown original record.
 *
 * @param method - The step that needs the originals, for the message.
 * @param origin - Original record of each masked one, −1 if unknown.
 * @param rows - Number of masked records.
 * @throws LENGTH_MISMATCH unless the original record of every masked one is known.
 */
export function refuseUnknownOrigin(method: string, origin: Int32Array, rows: number): void {
  const i = origin.findIndex((row) => row < 0)
  if (i >= 0) throw unknownOriginOf(method, i)
  if (origin.length === rows) return
  const message = `${rows} masked records have ${origin.length} original records`
  throw new SdcError('LENGTH_MISMATCH', message, { method }, linkedFix())
}

/**
 * Returns the error of a masked record with an unknown original.
 *
 * @param method - The step that needs it.
 * @param record - The record, from 0.
 * @returns LENGTH_MISMATCH.
 */
export function unknownOriginOf(method: string, record: number): SdcError {
  const message = `masked record ${record + 1} comes from no known record of the original: a post-masking step needs one original record for each masked one`
  return new SdcError('LENGTH_MISMATCH', message, { method, row: record + 1 }, linkedFix())
}

function linkedFix(): string {
  return `Link the files: ${option('link', 'COLUMN')} or ${option('origin', 'FILE')}. Without a link, use ${option('quantile')} of reverse-map/rank.`
}
