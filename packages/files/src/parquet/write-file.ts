import { closeSync, fsyncSync, openSync, renameSync, rmSync } from 'node:fs'
import { dirname } from 'node:path'
import type { DuckDBConnection } from '@duckdb/node-api'
import { BLOCK } from '@sdc/core'
import { fileError } from '../node/file-error.js'
import { forget, leftBehind, temporaryBeside } from '../node/temporary-files.js'
import { syncFolder } from '../node/sync-folder.js'
import { whenInterrupted } from '../node/interruption.js'
import { duckdbError } from './duckdb.js'
import { quotedText } from './sql-text.js'

/**
 * Writes a file: to a temporary file on the disk first, then under its name, replacing an existing file. Remains of
 * dead processes for the same file are removed.
 *
 * @param path - Path of the file.
 * @param shown - Path for error messages.
 * @param work - Writes all of it to a given path.
 * @returns Result of `work`.
 * @throws FILE if it cannot be written; nothing of it is left then
 */
export async function writeWhole<T>(path: string, shown: string, work: (beside: string) => Promise<T>): Promise<T> {
  for (const { path: left, run } of await leftBehind([path])) if (run === 'dead') rmSync(left, { force: true })
  const beside = temporaryBeside(path)
  const clean = (): void => rmSync(beside, { force: true })
  const stopListening = whenInterrupted(clean)
  try {
    // The system then reports a fault of the folder.
    closeSync(openSync(beside, 'wx'))
    const done = await work(beside)
    const handle = openSync(beside, 'r+')
    try {
      fsyncSync(handle)
    } finally {
      closeSync(handle)
    }
    renameSync(beside, path)
    syncFolder(dirname(path))
    return done
  } catch (error) {
    clean()
    throw duckdbError(fileError(error, 'written', shown), 'written', shown)
  } finally {
    forget(beside)
    stopListening()
  }
}

/** Options to write the result of a statement. */
export interface CopyOptions {
  /** True if values may be written with a dictionary: DuckDB's merges zeros of both signs. */
  readonly dictionary: boolean
  /** Largest number of records of a group. */
  readonly group?: number | undefined
}

/**
 * Writes the result of a statement as a Parquet file, as {@link writeWhole} does.
 *
 * @param connection - Connection to DuckDB.
 * @param select - The statement.
 * @param path - Path of the file.
 * @param shown - Path for error messages.
 * @param options - Options of the format.
 * @returns Number of records written.
 * @throws FILE if it cannot be written; nothing of it is left then
 */
export function writeParquet(
  connection: DuckDBConnection,
  select: string,
  path: string,
  shown: string,
  options: CopyOptions,
): Promise<number> {
  return writeWhole(path, shown, (beside) => copyTo(connection, select, beside, options))
}

/** Writes the result of a statement to a file, which may exist. */
export async function copyTo(
  connection: DuckDBConnection,
  select: string,
  file: string,
  { dictionary, group = BLOCK }: CopyOptions,
): Promise<number> {
  const options = [
    'FORMAT parquet',
    'COMPRESSION snappy',
    `ROW_GROUP_SIZE ${group}`,
    'WRITE_BLOOM_FILTER false',
    'USE_TMP_FILE false',
    ...(dictionary ? [] : ['DICTIONARY_SIZE_LIMIT 0']),
  ]
  const { rowsChanged } = await connection.run(`COPY (${select}) TO ${quotedText(file)} (${options.join(', ')})`)
  return rowsChanged
}
