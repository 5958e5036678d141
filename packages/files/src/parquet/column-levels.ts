import type { DuckDBConnection } from '@duckdb/node-api'
import { SdcError } from '@sdc/core'
import type { ColumnSchema } from '../csv/csv-file.js'
import type { ColumnForm } from './column-forms.js'
import { quotedText, unmarkedText, markedText } from './sql-text.js'

/** More categories than these are held by no program that works on them. */
const MOST = 1 << 24
/** So many are written into a statement; of more the file is read once more. */
const LISTED = 10_000

/**
 * Finds the categories of a column in all files of a source: so codes are the same in every part. They become an enumeration of
 * the name `levels_NUMBER`, which turns texts into codes as they are read.
 *
 * @param connection - To the instance that reads.
 * @param from - What stands after FROM, for all files.
 * @param form - The column.
 * @param number - Of the column.
 * @param schema - What is said of the column.
 * @param known - What was found of the same files before: they are not read for it again.
 * @returns Its categories: those of the schema, else those of the file sorted by text.
 * @throws BAD_PLAN where the file has one that the schema has not; WRONG_INPUT where there are too many.
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
  // No statement has a text with a zero byte.
  const isListed = levels.length <= LISTED && levels.every((level) => !level.includes('\0'))
  const values = schema?.levels || isListed ? levels.map(quotedText).join(', ') : `${distinct} ORDER BY level`
  // An enumeration has a category at least.
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

/** The name of the enumeration of a column. */
export const levelsName = (number: number): string => `levels_${number}`
