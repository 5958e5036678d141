import type { DuckDBConnection } from '@duckdb/node-api'
import { SdcError } from '@sdc/core'
import type { ColumnSchema } from '@sdc/io'
import type { ColumnForm } from './column-forms.js'
import { quotedText } from './sql-text.js'

/** More categories than these are held by no program that works on them. */
const MOST = 1 << 24

/**
 * Finds the categories of a column in all files of a source: so codes are the same in every part. They become an enumeration of
 * the name `levels_NUMBER`, which turns texts into codes as they are read.
 *
 * @param connection - To the instance that reads.
 * @param from - What stands after FROM, for all files.
 * @param form - The column.
 * @param number - Of the column.
 * @param schema - What is said of the column.
 * @returns Its categories: those of the schema, else those of the file sorted by text.
 * @throws BAD_PLAN where the file has one that the schema has not; WRONG_INPUT where there are too many.
 */
export async function levelsOf(
  connection: DuckDBConnection,
  from: string,
  { name, expression }: ColumnForm,
  number: number,
  schema: ColumnSchema | undefined,
): Promise<readonly string[]> {
  const distinct = `SELECT DISTINCT ${expression} AS level FROM ${from} WHERE ${expression} IS NOT NULL`
  const found = await connection.run(`${distinct} ORDER BY level LIMIT ${MOST + 1}`)
  const [texts = []] = (await found.getColumns()) as string[][]
  if (texts.length > MOST) {
    const message = `column "${name}" has more than ${MOST} categories`
    throw new SdcError(
      'WRONG_INPUT',
      message,
      { column: name },
      'Leave it out of the file: it tells every record apart.',
    )
  }
  const levels = schema?.levels ?? texts
  if (schema?.levels) {
    const known = new Set(schema.levels)
    const other = texts.find((text) => !known.has(text))
    if (other !== undefined) {
      const message = `column "${name}": ${JSON.stringify(other)} is not one of its levels`
      const advice = 'Add it to the levels of the schema, or to its missing values.'
      throw new SdcError('BAD_PLAN', message, { column: name }, advice)
    }
  }
  const values = schema?.levels ? levels.map(quotedText).join(', ') : `${distinct} ORDER BY level`
  // An enumeration has a category at least.
  await connection.run(`CREATE TYPE ${levelsName(number)} AS ENUM (${levels.length === 0 ? "''" : values})`)
  return levels
}

/** The name of the enumeration of a column. */
export const levelsName = (number: number): string => `levels_${number}`
