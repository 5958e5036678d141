import { SdcError } from '@sdc/core'
import { foundFormat } from '../../table/formats.js'

/** So many bytes are looked at where no mark says how a file is written. */
const LOOKED_AT = 64

/**
 * Refuses a file that is not text in UTF-8, and says which format it is: a workbook, a file of another statistical
 * program, a compressed one; and UTF-16: a byte order mark, or a NUL in every second byte of the beginning.
 *
 * @param head - The first bytes.
 * @param file - The name of the file.
 * @throws FILE with the format and how to convert it.
 */
export function refuseOtherFormat(head: Uint8Array, file: string | undefined): void {
  const name = file ?? 'the file'
  const found = foundFormat(head)
  if (found !== undefined) {
    const { what, fix = 'Name a file of text here: CSV for data, YAML or JSON for a document.' } = found
    throw new SdcError('FILE', `${name} is ${what}, not text`, { file }, fix)
  }
  if (head[0] === 0x1f && head[1] === 0x8b) {
    const fix = 'Decompress it first: gunzip -k FILE, or zcat FILE | sdc … -.'
    throw new SdcError('FILE', `${name} is compressed by gzip, not text`, { file }, fix)
  }
  const [first, second] = head
  const isMarked = (first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff)
  if (!isMarked && !hasNulsIn(head, 0) && !hasNulsIn(head, 1)) return
  const message = `${name} is in UTF-16, not in UTF-8`
  const fix = 'Save it in UTF-8 (a spreadsheet calls it "CSV UTF-8"), or convert it: iconv -f UTF-16 -t UTF-8.'
  throw new SdcError('FILE', message, { file, line: 1 }, fix)
}

/** Whether each byte at even (0) or odd (1) places is NUL, and none of the others. */
function hasNulsIn(head: Uint8Array, parity: 0 | 1): boolean {
  const looked = head.subarray(0, LOOKED_AT)
  return looked.length >= 4 && looked.every((byte, i) => (byte === 0) === (i % 2 === parity))
}
