import type { DuckDBConnection } from '@duckdb/node-api'
import { SdcError } from '@sdc/core'
import type { ColumnSchema } from '../csv/csv-file.js'
import type { ColumnForm } from './column-forms.js'
import { quotedText, unmarkedText, markedText } from './sql-text.js'

/** Largest number of categories of a column. */
const MOST = 1 << 24
/** Largest number of categories written into a statement; for more the file is read again. */
const LISTED = 10_000

/**
 * Finds the categories of a column in all files of a source, so that codes are equal in every part. They become an
 * enumeration `levels_NUMBER`, which converts texts to codes while reading.
 *
 * @param connection - Connection to the reading instance.
 * @param from - SQL after FROM, for all files.
 * @param form - The column.
 * @param number - Number of the column.
 * @param schema - Schema of the column.
 * @param known - Categories found in the same files before: these are not read again.
 * @returns Its categories: those of the schema, else those of the file sorted by text.
 * @throws BAD_PLAN for a category that the schema lacks; WRONG_INPUT if there are too many
 */
export async function levelsOf(
  connection: DuckDBConnection,
  from: string,
  { name, expression }: ColumnForm,
  number: number,
  schema: ColumnSchema | undefined,
  known?: readonly string[],
): Promise<readonly string[]> {
  const distinct = `SELECT DISTINCT ${expression} AS level FROM ${from} WHERE ${expression} IS NOT NULL`
  const levels = known ?? (await foundLevels(connection, distinct, name, schema))
  // A statement cannot contain a text with a zero byte.
  const isListed = levels.length <= LISTED && levels.every((level) => !level.includes('\0'))
  const values = schema?.levels || isListed ? levels.map(quotedText).join(', ') : `${distinct} ORDER BY level`
  // An enumeration needs at least one category.
  await connection.run(`CREATE TYPE ${levelsName(number)} AS ENUM (${levels.length === 0 ? "''" : values})`)
  return levels
}

async function foundLevels(
  connection: DuckDBConnection,
  distinct: string,
  name: string,
  schema: ColumnSchema | undefined,
): Promise<readonly string[]> {
  const found = await connection.run(
    `SELECT ${markedText('level')} FROM (${distinct}) ORDER BY level LIMIT ${MOST + 1}`,
  )
  const [column = []] = await found.getColumns()
  const texts = column.map(unmarkedText)
  if (texts.length > MOST) {
    const message = `column "${name}" has more than ${MOST} categories`
    const fix = 'Leave it out of the file: it identifies nearly every record.'
    throw new SdcError('WRONG_INPUT', message, { column: name }, fix)
  }
  if (schema?.levels === undefined) return texts
  const allowed = new Set(schema.levels)
  const other = texts.find((text) => !allowed.has(text))
  if (other === undefined) return schema.levels
  const message = `column "${name}": ${JSON.stringify(other)} is not one of its levels`
  const fix = 'Add it to the levels of the schema, or to its missing values.'
  throw new SdcError('BAD_PLAN', message, { column: name }, fix)
}

/** Name of the enumeration of a column. */
export const levelsName = (number: number): string => `levels_${number}`
