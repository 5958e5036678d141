import { createHash } from 'node:crypto'
import { readdirSync, statSync, type BigIntStats } from 'node:fs'
import { basename, join } from 'node:path'
import { canonicalJson, SdcError } from '@sdc/core'
import { fileError } from '../node/file-error.js'

/** A Parquet file as it was when it was first looked at. */
export interface ParquetFile {
  readonly path: string
  readonly bytes: bigint
  readonly changed: bigint
}

/**
 * Lists the files of a folder that end in `.parquet`, in the order of their names; without hidden ones and those that
 * begin with `_`, which are notes of other programs.
 *
 * @param path - A file, a folder, or files.
 * @returns The files.
 * @throws FILE where there is none.
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

/** Throws FILE where a file is not the one that it was, as far as its length and the time of its last change tell. */
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
 * Of the files' names, lengths and times of their last change, and of what is said of their columns.
 *
 * @param files - The files.
 * @param said - The columns with their types and what a schema says of them.
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
