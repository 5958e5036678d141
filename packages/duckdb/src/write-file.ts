import { closeSync, fsyncSync, openSync, renameSync, rmSync } from 'node:fs'
import { dirname } from 'node:path'
import type { DuckDBConnection } from '@duckdb/node-api'
import { BLOCK } from '@sdc/core'
import { fileError, forget, leftBehind, syncFolder, temporaryBeside, whenInterrupted } from '@sdc/io/node'
import { duckdbError } from './duckdb.js'
import { quotedText } from './sql-text.js'

/**
 * Writes what a statement gives as a Parquet file: beside its place first, to the disk, then under its name, which it takes from
 * a file that has it. What dead processes left of the same file is swept.
 *
 * @param connection - To DuckDB.
 * @param select - The statement.
 * @param path - Of the file.
 * @param shown - The path that errors name.
 * @param dictionary - Whether values may be written by a dictionary: DuckDB's takes the zeros of both signs for one.
 * @returns How many records were written.
 * @throws FILE where it cannot be written; nothing of it is left then.
 */
export async function writeParquet(
  connection: DuckDBConnection,
  select: string,
  path: string,
  shown: string,
  dictionary: boolean,
): Promise<number> {
  for (const { path: left, run } of await leftBehind([path])) if (run === 'dead') rmSync(left, { force: true })
  const beside = temporaryBeside(path)
  const clean = (): void => rmSync(beside, { force: true })
  const stopListening = whenInterrupted(clean)
  try {
    // What is wrong with the folder is so said by the system.
    closeSync(openSync(beside, 'wx'))
    const options = [
      'FORMAT parquet',
      'COMPRESSION snappy',
      `ROW_GROUP_SIZE ${BLOCK}`,
      'WRITE_BLOOM_FILTER false',
      'USE_TMP_FILE false',
      ...(dictionary ? [] : ['DICTIONARY_SIZE_LIMIT 0']),
    ]
    const { rowsChanged } = await connection.run(`COPY (${select}) TO ${quotedText(beside)} (${options.join(', ')})`)
    const handle = openSync(beside, 'r+')
    try {
      fsyncSync(handle)
    } finally {
      closeSync(handle)
    }
    renameSync(beside, path)
    syncFolder(dirname(path))
    return rowsChanged
  } catch (error) {
    clean()
    throw duckdbError(fileError(error, 'written', shown), 'written', shown)
  } finally {
    forget(beside)
    stopListening()
  }
}
