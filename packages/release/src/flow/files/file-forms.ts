import { type CsvOptions, csvHead } from '@sdc/files'
import { fileBytes } from '@sdc/files/node'
import { tableOptions } from '@sdc/inspect'
import { asInfo, SdcError } from '@sdc/core'
import { asksOutOfCore, sayOf, type Place } from '../place/place.js'
import { sizeText } from '../place/cut.js'
import { formatOfFile, formReadWhole, statOf } from './format-of-file.js'
import { machineMemory, RUN_BYTES_PER_CELL } from '../place/memory.js'

/** Name of the standard input. */
const STANDARD_INPUT = '-'

/** Form of a file that is read out of core. */
export type FileForm = 'parquet' | 'csv'

/** Facts, other than the file, that decide its form. */
export interface FormRequest {
  readonly place: Place
  /** True if the file has another encoding than UTF-8. */
  readonly isRecoded?: boolean | undefined
}

/**
 * Decides whether a file is worked on out of core: Parquet and folders always; a CSV file if a place asks for it, or if
 * it does not fit in memory.
 *
 * @param path - The file.
 * @param csv - Options to read it.
 * @param request - Resources of the work.
 * @returns Its form; undefined in memory.
 * @throws BAD_OPTION if the standard input, or a file that is read whole, is to be read out of core.
 */
export async function formOutOfCore(
  path: string,
  csv: CsvOptions,
  { place, isRecoded = false }: FormRequest,
): Promise<FileForm | undefined> {
  const isAsked = asksOutOfCore(place)
  if (path === STANDARD_INPUT) {
    if (isAsked) throw standardInput('can be read only once, but a run out of core reads its file again')
    return undefined
  }
  const there = statOf(path)
  if (formatOfFile(path) === 'parquet') return 'parquet'
  if (there === undefined) return undefined
  if (there.isDirectory()) return 'csv'
  if (!there.isFile()) return undefined
  const { memory } = place
  const most = memory ?? machineMemory()
  const whole = formReadWhole(path)
  if (whole !== undefined) {
    if (isAsked || there.size * WHOLE > most) throw readWhole(path, whole, isAsked ? undefined : most)
    return undefined
  }
  if (isAsked) return utf8(path, isRecoded)
  // A value and its separator take at least two bytes.
  if ((there.size / 2) * RUN_BYTES_PER_CELL <= most) return undefined
  const needed = await heldBytes(path, csv)
  if (needed <= most) return undefined
  const allowed =
    memory === undefined ? `there are ${sizeText(most, 'down')}` : `--memory allows ${sizeText(most, 'down')}`
  sayOf(place)(asInfo(`${path} in memory needs about ${sizeText(needed)}, and ${allowed}`))
  return utf8(path, isRecoded)
}

/** Smallest memory of a file that is read whole, per byte: the file itself and its columns. */
const WHOLE = 2

function readWhole(path: string, files: string, most: number | undefined): SdcError {
  const why = most === undefined ? '' : `, and only ${sizeText(most, 'down')} of memory are allowed`
  const message = `${path} cannot be processed out of core: ${files} are read whole${why}`
  const fix =
    most === undefined
      ? 'Leave out --workers, --work-folder, --launcher and --resume, or convert it to Parquet.'
      : 'Convert it to Parquet, or to uncompressed CSV, in the program that made it.'
  return new SdcError('BAD_OPTION', message, { file: path }, fix)
}

/** CSV out of core is read as UTF-8 only. */
function utf8(path: string, isRecoded: boolean): 'csv' {
  if (!isRecoded) return 'csv'
  const fix = 'Convert it to UTF-8 (iconv -f WINDOWS-1252 -t UTF-8), and leave out --encoding.'
  throw new SdcError('BAD_OPTION', `${path} is processed out of core, which needs UTF-8`, { file: path }, fix)
}

const standardInput = (why: string): SdcError =>
  new SdcError('BAD_OPTION', `the standard input ${why}`, {}, 'Save it to a file, and name that file.')

/**
 * Returns the bytes that a run in memory takes, by the head and the length of the file. The reader reports errors in
 * the head.
 */
async function heldBytes(path: string, csv: CsvOptions): Promise<number> {
  const content = await fileBytes(path)
  try {
    const { lines, names } = csvHead(content, csv)
    return lines * names.length * RUN_BYTES_PER_CELL
  } catch {
    return 0
  }
}

/** Forms of two files. */
export interface FileForms {
  readonly original: FileForm
  readonly masked: FileForm
}

/**
 * Returns the forms of two files if one is worked on out of core; undefined if both are in memory, as files are that
 * can only be read whole.
 */
export async function formsOutOfCore(
  originalPath: string,
  maskedPath: string,
  request: FormRequest & { readonly header?: boolean | undefined },
): Promise<FileForms | undefined> {
  const { header, place } = request
  const formOf = (path: string): Promise<FileForm | undefined> =>
    formOutOfCore(path, { ...tableOptions(path), header }, request)
  const [original, masked] = [await formOf(originalPath), await formOf(maskedPath)]
  if (original === undefined && masked === undefined) return undefined
  if (!asksOutOfCore(place) && [originalPath, maskedPath].some((path) => formReadWhole(path) !== undefined))
    return undefined
  if ([originalPath, maskedPath].includes(STANDARD_INPUT)) throw standardInput('cannot be used with a file out of core')
  return { original: original ?? 'csv', masked: masked ?? 'csv' }
}
