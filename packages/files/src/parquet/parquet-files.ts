import { createHash } from 'node:crypto'
import { readdirSync, statSync, type BigIntStats } from 'node:fs'
import { basename, join } from 'node:path'
import { canonicalJson, SdcError } from '@sdc/core'
import { fileError } from '../node/file-error.js'

/** A Parquet file in its state when first inspected. */
export interface ParquetFile {
  readonly path: string
  readonly bytes: bigint
  readonly changed: bigint
}

/**
 * Lists the files of a folder that end in `.parquet`, by name; without hidden files and those that begin with `_`,
 * which are metadata of other programs.
 *
 * @param path - A file, a folder, or files.
 * @returns The files.
 * @throws FILE if there are none
 */
export function parquetFiles(path: string | readonly string[]): readonly ParquetFile[] {
  if (typeof path !== 'string') return path.map((one) => parquetFile(one))
  if (!statOf(path).isDirectory()) return [parquetFile(path)]
  const names = readdirSync(path)
    .filter((name) => name.endsWith('.parquet') && !/^[._]/.test(name))
    .sort()
  if (names.length === 0) {
    const message = `${path} cannot be read: it is a folder without a file whose name ends in .parquet`
    throw new SdcError('FILE', message, { file: path }, 'Name a folder with partitions, or a file.')
  }
  return names.map((name) => parquetFile(join(path, name)))
}

/** Throws FILE if a file has changed, as far as its size and the time of its last change show. */
export function checkUnchanged({ path, bytes, changed }: ParquetFile): void {
  const now = statOf(path)
  if (now.size === bytes && now.mtimeNs === changed) return
  const message = `${path} changed after the run began: another program wrote to it`
  throw new SdcError(
    'FILE',
    message,
    { file: path },
    'Run again after other programs have stopped writing to it, or use a copy.',
  )
}

/**
 * Computes the fingerprint of files from their names, sizes, times of last change, and columns.
 *
 * @param files - The files.
 * @param said - Columns with their types and schemas.
 * @returns SHA-256 in hexadecimal digits.
 */
export function fingerprintOf(files: readonly ParquetFile[], said: unknown): string {
  const facts = files.map(({ path, bytes, changed }) => [basename(path), String(bytes), String(changed)])
  return createHash('sha256')
    .update(canonicalJson([facts, said]))
    .digest('hex')
}

function parquetFile(path: string): ParquetFile {
  const { size, mtimeNs } = statOf(path)
  return { path, bytes: size, changed: mtimeNs }
}

function statOf(path: string): BigIntStats {
  try {
    return statSync(path, { bigint: true })
  } catch (error) {
    throw fileError(error, 'read', path)
  }
}
