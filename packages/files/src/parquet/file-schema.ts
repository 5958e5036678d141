import type { DuckDBConnection } from '@duckdb/node-api'
import { SdcError } from '@sdc/core'
import { duckdbError } from './duckdb.js'
import type { ParquetFile } from './parquet-files.js'
import { quotedPath, unmarkedText, markedText } from './sql-text.js'

/** Facts from the footer of a Parquet file, without its records. */
export interface FileFacts {
  readonly rows: number
  readonly columns: readonly { readonly name: string; readonly type: string }[]
}

/**
 * Reads the columns and the number of records of a file.
 *
 * @param connection - Connection to DuckDB.
 * @param path - Path of the file.
 * @returns The facts.
 * @throws FILE if it is not a Parquet file; DUPLICATE_COLUMN if names differ only in case
 */
export async function factsOfFile(connection: DuckDBConnection, path: string): Promise<FileFacts> {
  try {
    const file = quotedPath(path)
    const counted = await connection.run(`SELECT num_rows FROM parquet_file_metadata(${file})`)
    const [[rows]] = await counted.getRows()
    const described = await connection.run(
      `SELECT ${markedText('column_name')}, column_type FROM (DESCRIBE SELECT * FROM read_parquet(${file}, hive_partitioning = false))`,
    )
    const columns = (await described.getRows()).map(([name, type]) => ({
      name: unmarkedText(name),
      type: String(type),
    }))
    // DuckDB renames the second of two such names.
    const written = await connection.run(`SELECT ${markedText('name')} FROM parquet_schema(${file})`)
    const inFile = new Set((await written.getRows()).map(([name]) => unmarkedText(name)))
    const renamed = columns.find(({ name }) => !inFile.has(name))
    if (renamed !== undefined) {
      const message = `${path} has columns whose names differ only in capitals (near "${renamed.name}")`
      throw new SdcError('DUPLICATE_COLUMN', message, { file: path }, 'Rename one of them.')
    }
    return { rows: Number(rows), columns }
  } catch (error) {
    throw duckdbError(error, 'read', path)
  }
}

/**
 * Compares the parts of a folder with the first one.
 *
 * @param files - The files.
 * @param facts - Facts of each.
 * @throws WRONG_INPUT naming a file with other columns, or a column of another type
 */
export function checkAlike(files: readonly ParquetFile[], facts: readonly FileFacts[]): void {
  const [first] = facts
  facts.forEach(({ columns }, f) => {
    const { path } = files[f]
    const names = columns.map(({ name }) => name)
    const expected = first.columns.map(({ name }) => name)
    if (names.join('\0') !== expected.join('\0')) {
      const lacking = expected.find((name) => !names.includes(name))
      const added = names.find((name) => !expected.includes(name))
      const what =
        lacking !== undefined
          ? `it has no column "${lacking}"`
          : added !== undefined
            ? `its column "${added}" is not in the first`
            : 'its columns are in another order'
      const message = `${path} does not match ${files[0].path}: ${what}`
      const fix = 'All partitions of a file need the same columns in the same order.'
      throw new SdcError('WRONG_INPUT', message, { file: path }, fix)
    }
    const c = columns.findIndex(({ type }, at) => type !== first.columns[at].type)
    if (c < 0) return
    const { name, type } = columns[c]
    const message = `${path} does not match ${files[0].path}: column "${name}" has the type ${type}, there ${first.columns[c].type}`
    const fix = 'A column needs the same type in all partitions of a file.'
    throw new SdcError('WRONG_INPUT', message, { file: path, column: name }, fix)
  })
}
