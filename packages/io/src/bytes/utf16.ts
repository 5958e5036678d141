import { SdcError } from '@sdc/core'

/** So many bytes are looked at where no mark says how a file is written. */
const LOOKED_AT = 64

/**
 * Refuses what is in UTF-16: what begins with its byte order mark, or has a NUL in every second byte of its beginning, as
 * names and numbers have.
 *
 * @param head - The first bytes.
 * @param file - The name of the file.
 * @throws FILE.
 */
export function refuseUtf16(head: Uint8Array, file: string | undefined): void {
  const [first, second] = head
  const isMarked = (first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff)
  if (!isMarked && !hasNulsIn(head, 0) && !hasNulsIn(head, 1)) return
  const message = `${file ?? 'the file'} is in UTF-16, not in UTF-8`
  const advice = 'Save it in UTF-8 (a spreadsheet calls it "CSV UTF-8"), or convert it: iconv -f UTF-16 -t UTF-8.'
  throw new SdcError('FILE', message, { file, line: 1 }, advice)
}

/** Whether each byte at even (0) or odd (1) places is NUL, and none of the others. */
function hasNulsIn(head: Uint8Array, parity: 0 | 1): boolean {
  const looked = head.subarray(0, LOOKED_AT)
  return looked.length >= 4 && looked.every((byte, i) => (byte === 0) === (i % 2 === parity))
}
