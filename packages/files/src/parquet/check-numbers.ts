import type { DuckDBConnection } from '@duckdb/node-api'
import { SdcError } from '@sdc/core'
import type { ColumnSchema } from '../csv/csv-file.js'
import type { ColumnForm } from './column-forms.js'
import type { ParquetFile } from './parquet-files.js'
import { quotedName, quotedPath, quotedText } from './sql-text.js'

/**
 * Checks that the texts of a column declared numeric are numbers; NaN and inf are not, as in CSV.
 *
 * @param connection - Connection to DuckDB.
 * @param files - The files.
 * @param form - The column.
 * @param schema - Schema of the column.
 * @throws NOT_NUMERIC with the first text that is not a number
 */
export async function checkNumbers(
  connection: DuckDBConnection,
  files: readonly ParquetFile[],
  { name }: ColumnForm,
  schema: ColumnSchema | undefined,
): Promise<void> {
  const column = quotedName(name)
  const known = (schema?.missing ?? []).map((text) => ` AND ${column} <> ${quotedText(text)}`).join('')
  for (const { path } of files) {
    const wrong = await connection.run(
      `SELECT ${column} FROM read_parquet(${quotedPath(path)}, hive_partitioning = false) WHERE ${column} IS NOT NULL AND NOT coalesce(isfinite(TRY_CAST(${column} AS DOUBLE)), false)${known} LIMIT 1`,
    )
    const [row] = await wrong.getRows()
    if (row === undefined) continue
    const message = `${path}, column "${name}": ${JSON.stringify(row[0])} is not a number, but the column is declared numeric`
    throw new SdcError(
      'NOT_NUMERIC',
      message,
      { column: name, file: path },
      'Remove the kind, or declare the value as missing.',
    )
  }
}
