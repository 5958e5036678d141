import { isSdcError, option, SdcError } from '@sdc/core'
import { decoderOf, type Decoder } from '../../encodings/decoder.js'

/** Code pages with other names in the Encoding Standard than `windows-` and their number. */
const PAGES: ReadonlyMap<number, string> = new Map([
  [932, 'shift_jis'],
  [936, 'gbk'],
  [949, 'euc-kr'],
  [950, 'big5'],
  [10_000, 'macintosh'],
  [20_127, 'us-ascii'],
  [20_866, 'koi8-r'],
  [54_936, 'gb18030'],
  [65_001, 'utf-8'],
])

/**
 * Finds the decoder of the texts of a file.
 *
 * @param asked - Encoding from the user.
 * @param said - Encoding name in the file.
 * @param page - Code page in the file.
 * @param file - Name of the file, for messages.
 * @returns The decoder. For a file without a known encoding it decodes ASCII and refuses the rest.
 * @throws BAD_OPTION for an unknown encoding from the user
 */
export function decoderOfFile(
  asked: string | undefined,
  said: string | undefined,
  page: number | undefined,
  file: string | undefined,
): Decoder {
  if (asked !== undefined) return decoderOf(asked, file)
  const name = said ?? nameOfPage(page)
  if (name === undefined) return asciiDecoder(`${file ?? 'the file'} does not name the encoding of its texts`, file)
  try {
    return decoderOf(name, file)
  } catch (error) {
    if (!isSdcError(error)) throw error
    return asciiDecoder(`${file ?? 'the file'} names an unknown encoding of its texts, ${JSON.stringify(name)}`, file)
  }
}

/** Pages 2 and 3 are meaningless: programs write them for any encoding. */
function nameOfPage(page: number | undefined): string | undefined {
  if (page === undefined || page <= 3) return undefined
  if (page >= 28_591 && page <= 28_606) return `iso-8859-${page - 28_590}`
  return PAGES.get(page) ?? (page === 874 || (page >= 1250 && page <= 1258) ? `windows-${page}` : `cp${page}`)
}

function asciiDecoder(message: string, file: string | undefined): Decoder {
  const ascii = new TextDecoder()
  return {
    encoding: 'us-ascii',
    decode(bytes) {
      if (bytes.every((byte) => byte < 0x80)) return ascii.decode(bytes)
      const fix = `Name it: ${option('encoding', 'windows-1252')} for files of Western Europe and America, for example.`
      throw new SdcError('FILE', message, { ...(file !== undefined && { file }), parameter: 'encoding' }, fix)
    },
  }
}
