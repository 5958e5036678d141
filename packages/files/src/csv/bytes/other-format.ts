import { SdcError } from '@sdc/core'
import { foundFormat } from '../../formats/formats.js'

/**
 * Refuses a file that is not text, and names its format: a workbook, a file of another statistical program, or one
 * compressed by another program than gzip.
 *
 * @param head - First bytes of the file.
 * @param file - Name of the file.
 * @throws FILE with the format and how to convert it
 */
export function refuseOtherFormat(head: Uint8Array, file: string | undefined): void {
  const found = foundFormat(head)
  if (found === undefined) return
  const { what, fix = 'Name a file of text here: CSV for data, YAML or JSON for a document.' } = found
  throw new SdcError('FILE', `${file ?? 'the file'} is ${what}, not text`, { file }, fix)
}
