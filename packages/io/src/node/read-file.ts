import { constants, isUtf8 } from 'node:buffer'
import { open, type FileHandle } from 'node:fs/promises'
import { SdcError } from '@sdc/core'
import type { CsvFile, CsvOptions } from '../csv-file.js'
import { readCsv } from '../read-csv.js'
import { fileBytes } from './file-bytes.js'
import { fileError } from './file-error.js'

/** Reads a CSV file in UTF-8, of any length. Throws what `readCsv` and `fileBytes` throw. */
export async function readCsvFile(path: string, options: CsvOptions = {}): Promise<CsvFile> {
  return readCsv(await fileBytes(path), { ...options, file: options.file ?? path })
}

/**
 * The text of a file in UTF-8, its byte order mark included. Throws FILE where it cannot be read, is not UTF-8 (naming
 * the first line that is not), or is longer than a string can be (512 MB in Node).
 */
export async function readText(path: string): Promise<string> {
  const bytes = await readBytes(path)
  if (isUtf8(bytes)) return bytes.toString('utf8')
  throw notUtf8(bytes, path)
}

async function readBytes(path: string): Promise<Buffer> {
  let handle: FileHandle | undefined
  try {
    handle = await open(path)
    const there = await handle.stat()
    if (!there.isFile()) return await readStream(handle, path)
    if (there.size > constants.MAX_STRING_LENGTH) throw tooLong(path, there.size)
    const bytes = await handle.readFile()
    // It may have grown since.
    if (bytes.length > constants.MAX_STRING_LENGTH) throw tooLong(path, bytes.length)
    return bytes
  } catch (error) {
    throw fileError(error, 'read', path)
  } finally {
    await handle?.close()
  }
}

/** A pipe or a device tells its length only when it was read, and may be endless: it is read so far as can be held. */
async function readStream(handle: FileHandle, path: string): Promise<Buffer> {
  const pieces: Buffer[] = []
  let length = 0
  for await (const piece of handle.createReadStream({
    autoClose: false,
    highWaterMark: 1 << 20,
  }) as AsyncIterable<Buffer>) {
    length += piece.length
    if (length > constants.MAX_STRING_LENGTH) throw tooLong(path, undefined)
    pieces.push(piece)
  }
  return Buffer.concat(pieces)
}

function tooLong(path: string, size: number | undefined): SdcError {
  const megabytes = (bytes: number): number => Math.floor(bytes / 2 ** 20)
  const long = size === undefined ? 'is longer' : `has ${megabytes(size)} MB, more`
  const message = `${path} ${long} than the ${megabytes(constants.MAX_STRING_LENGTH)} MB that can be read at once`
  const share =
    size === undefined ? '' : ` (${Math.floor((100 * constants.MAX_STRING_LENGTH) / size)} % of its records fit)`
  return new SdcError(
    'FILE',
    message,
    { file: path },
    `Leave out columns that are not needed, or cut it in parts${share}.`,
  )
}

function notUtf8(bytes: Buffer, path: string): SdcError {
  if ((bytes[0] === 0xff && bytes[1] === 0xfe) || (bytes[0] === 0xfe && bytes[1] === 0xff)) {
    return new SdcError(
      'FILE',
      `${path} is in UTF-16, not in UTF-8`,
      { file: path, line: 1 },
      'Save it as CSV in UTF-8.',
    )
  }
  let line = 1
  for (let start = 0; start < bytes.length; line++) {
    const end = bytes.indexOf(10, start)
    const stop = end < 0 ? bytes.length : end + 1
    if (!isUtf8(bytes.subarray(start, stop))) break
    start = stop
  }
  const advice = 'Save it in UTF-8; it may be in Windows-1252 or Latin-1, or no text at all.'
  return new SdcError('FILE', `${path}, line ${line}: this is not UTF-8`, { file: path, line }, advice)
}
