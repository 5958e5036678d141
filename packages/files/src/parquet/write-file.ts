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
 * Writes a file: beside its place first, to the disk, then under its name, which it takes from a file that has it. What dead
 * processes left of the same file is swept.
 *
 * @param path - Of the file.
 * @param shown - The path that errors name.
 * @param work - Writes all of it to the path that it is given.
 * @returns What `work` returned.
 * @throws FILE where it cannot be written; nothing of it is left then.
 */
export async function writeWhole<T>(path: string, shown: string, work: (beside: string) => Promise<T>): Promise<T> {
  for (const { path: left, run } of await leftBehind([path])) if (run === 'dead') rmSync(left, { force: true })
  const beside = temporaryBeside(path)
  const clean = (): void => rmSync(beside, { force: true })
  const stopListening = whenInterrupted(clean)
  try {
    // What is wrong with the folder is so said by the system.
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

/** How what a statement gives is written. */
export interface CopyOptions {
  /** True if values may be written by a dictionary: DuckDB's takes the zeros of both signs for one. */
  readonly dictionary: boolean
  /** How many records a group has at most. */
  readonly group?: number | undefined
}

/**
 * Writes what a statement gives as a Parquet file, as {@link writeWhole} does.
 *
 * @param connection - To DuckDB.
 * @param select - The statement.
 * @param path - Of the file.
 * @param shown - The path that errors name.
 * @param options - How.
 * @returns How many records were written.
 * @throws FILE where it cannot be written; nothing of it is left then.
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

/** Writes what a statement gives to a file, which may be there. */
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
