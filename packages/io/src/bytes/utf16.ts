import { SdcError } from '@sdc/core'

/**
 * Refuses what begins with the byte order mark of UTF-16.
 *
 * @param head - The first bytes.
 * @param file - The name of the file.
 * @throws FILE.
 */
export function refuseUtf16(head: Uint8Array, file: string | undefined): void {
  const [first, second] = head
  if (!(first === 0xff && second === 0xfe) && !(first === 0xfe && second === 0xff)) return
  const message = `${file ?? 'the file'} is in UTF-16, not in UTF-8`
  throw new SdcError('FILE', message, { file, line: 1 }, 'Save it in UTF-8.')
}
