import { existsSync, readdirSync, statSync } from 'node:fs'
import { asInfo, SdcError } from '@sdc/core'
import { csvHead, type CsvOptions } from '@sdc/files'
import { fileBytes } from '@sdc/files/node'
import { tableOptions } from '@sdc/inspect'
import { isRecoded } from '../input/encoding.js'
import { memory as machineMemory, RUN_BYTES_PER_CELL } from '../input/memory.js'
import { isParquet } from '../optional/is-parquet.js'
import { say } from '../terminal/progress.js'
import { STANDARD_INPUT } from '../terminal/standard-input.js'
import { sizeText } from './cut.js'
import { asksForParts, type PartsOptions } from './parts-options.js'

/** What a file in parts is written as. */
export type PartsFormat = 'parquet' | 'csv'

const CSV = /\.csv$/i

/**
 * Whether a file is masked in parts: Parquet and folders always, a CSV file where that is asked for by how it is done, or where it does not fit into
 * the memory, which is said.
 *
 * @param path - The file.
 * @param csv - What is known of it.
 * @param options - What is asked for.
 * @returns As what it is read; undefined where it is held whole.
 * @throws BAD_OPTION where the standard input is to be read in parts.
 */
export async function partsFormat(
  path: string,
  csv: CsvOptions,
  options: PartsOptions,
): Promise<PartsFormat | undefined> {
  if (path === STANDARD_INPUT) {
    if (asksForParts(options)) throw standardInput('can be read only once, but a run out of core reads its file again')
    return undefined
  }
  if (isParquet(path)) return 'parquet'
  if (!existsSync(path)) return undefined
  const there = statSync(path)
  if (there.isDirectory()) return readdirSync(path).some((name) => CSV.test(name)) ? 'csv' : undefined
  if (!there.isFile()) return undefined
  if (asksForParts(options)) return outOfCore(path)
  const { memory } = options
  const most = memory ?? machineMemory()
  // A cell and what ends it have two bytes at least.
  if ((there.size / 2) * RUN_BYTES_PER_CELL <= most) return undefined
  const needed = await heldBytes(path, csv)
  if (needed <= most) return undefined
  const allowed =
    memory === undefined ? `there are ${sizeText(most, 'down')}` : `--memory allows ${sizeText(most, 'down')}`
  say(asInfo(`${path} in memory needs about ${sizeText(needed)}, and ${allowed}`))
  return outOfCore(path)
}

/** CSV out of core is read as UTF-8 only. */
function outOfCore(path: string): 'csv' {
  if (!isRecoded()) return 'csv'
  const fix = 'Convert it to UTF-8 (iconv -f WINDOWS-1252 -t UTF-8), and leave out --encoding.'
  throw new SdcError('BAD_OPTION', `${path} is processed out of core, which needs UTF-8`, { file: path }, fix)
}

const standardInput = (why: string): SdcError =>
  new SdcError('BAD_OPTION', `the standard input ${why}`, {}, 'Save it to a file, and name that file.')

/** Bytes that a run takes which holds the file, by its head and its length. What is wrong with its head is said where it is read. */
async function heldBytes(path: string, csv: CsvOptions): Promise<number> {
  const content = await fileBytes(path)
  try {
    const { lines, names } = csvHead(content, csv)
    return lines * names.length * RUN_BYTES_PER_CELL
  } catch {
    return 0
  }
}

/** What two files are where either is read in parts; undefined where both are held whole. */
export async function formatsOf(
  originalPath: string,
  maskedPath: string,
  options: PartsOptions & { readonly header?: boolean | undefined },
): Promise<{ readonly original: PartsFormat; readonly masked: PartsFormat } | undefined> {
  const { header } = options
  const formatOf = (path: string): Promise<PartsFormat | undefined> =>
    partsFormat(path, { ...tableOptions(path), header }, options)
  const [original, masked] = [await formatOf(originalPath), await formatOf(maskedPath)]
  if (original === undefined && masked === undefined) return undefined
  if ([originalPath, maskedPath].includes(STANDARD_INPUT)) throw standardInput('cannot be used with a file out of core')
  return { original: original ?? 'csv', masked: masked ?? 'csv' }
}
