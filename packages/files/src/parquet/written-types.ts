import type { DuckDBConnection } from '@duckdb/node-api'
import type { Column } from '@sdc/core'
import { formOf } from './column-forms.js'
import { loadDuckDB } from './duckdb.js'

/** The whole numbers of a type, the end excluded; of 64 bits those that a double holds with its neighbours. */
const ranges: ReadonlyMap<string, readonly [number, number]> = new Map([
  ['TINYINT', [-(2 ** 7), 2 ** 7]],
  ['SMALLINT', [-(2 ** 15), 2 ** 15]],
  ['INTEGER', [-(2 ** 31), 2 ** 31]],
  ['BIGINT', [1 - 2 ** 53, 2 ** 53]],
  ['UTINYINT', [0, 2 ** 8]],
  ['USMALLINT', [0, 2 ** 16]],
  ['UINTEGER', [0, 2 ** 32]],
  ['UBIGINT', [0, 2 ** 53]],
])
/** Parts of a second that a type holds, as far as doubles tell them apart; a date has whole days. */
const partsOfSecond: ReadonlyMap<string, number> = new Map([
  ['DATE', 1],
  ['TIME', 1e6],
  ['TIMESTAMP', 1e6],
  ['TIMESTAMP_S', 1],
  ['TIMESTAMP_MS', 1e3],
  ['TIMESTAMP_NS', 1e6],
])
/** Seconds since 1970 within which all types hold moments: until 2262. */
const LAST_MOMENT = 9.2e9

const decimal = /^DECIMAL\((\d+),(\d+)\)$/

/**
 * The type that a column is written with: the wished one where it holds all values of the part as they are, else DOUBLE or
 * VARCHAR.
 *
 * @param connection - To DuckDB, which knows which texts are dates.
 * @param blocks - The column's blocks of a part, one at least.
 * @param wished - The type that it had in the original; VARCHAR or DOUBLE where there is none.
 * @param fitting - What is known of categories already, by their list.
 * @returns The type.
 */
export async function writtenType(
  connection: DuckDBConnection,
  blocks: readonly Column[],
  wished: string | undefined,
  fitting: WeakMap<readonly string[], Map<string, boolean>>,
): Promise<string> {
  const [first] = blocks
  if (first.kind === 'numeric') {
    const fits = wished === undefined ? undefined : fitsNumber(wished)
    if (wished === undefined || fits === undefined) return 'DOUBLE'
    return blocks.every((block) => block.kind === 'numeric' && everyValue(block.values, fits)) ? wished : 'DOUBLE'
  }
  if (wished === undefined || wished === 'VARCHAR') return 'VARCHAR'
  const known = fitting.get(first.levels) ?? new Map<string, boolean>()
  fitting.set(first.levels, known)
  const fit = known.get(wished) ?? (await fitsTexts(connection, first.levels, wished))
  known.set(wished, fit)
  return fit ? wished : 'VARCHAR'
}

function everyValue(values: Float64Array, fits: (value: number) => boolean): boolean {
  // An iterator takes many times as long.
  for (let i = 0; i < values.length; i++) if (values[i] === values[i] && !fits(values[i])) return false
  return true
}

/** True if a type holds a number; undefined for a type that is no number's. The zeros of both signs are one whole number. */
function fitsNumber(type: string): ((value: number) => boolean) | undefined {
  if (type === 'FLOAT') return (value) => Math.fround(value) === value
  const [, width, scale] = decimal.exec(type) ?? []
  if (width !== undefined) {
    const [times, end] = [Number(`1e${scale}`), Math.min(Number(`1e${width}`), 2 ** 53)]
    return (value) => {
      const units = Math.round(value * times)
      return Math.abs(units) < end && units / times === value
    }
  }
  const parts = partsOfSecond.get(type)
  if (parts !== undefined)
    return (value) =>
      Math.round(value * parts) / parts === value &&
      (type === 'TIME' ? value >= 0 && value < 86_400 : Math.abs(value) < LAST_MOMENT)
  const range = ranges.get(type)
  if (range === undefined) return undefined
  const [low, end] = range
  return (value) => Number.isInteger(value) && value >= low && value < end
}

/** True if every category is the text of a value of a type. */
async function fitsTexts(connection: DuckDBConnection, levels: readonly string[], type: string): Promise<boolean> {
  const { LIST, VARCHAR, listValue } = loadDuckDB()
  const { expression } = formOf('value', type, { kind: 'categorical' })
  const texts = 'SELECT unnest($1) AS text'
  const cast = `SELECT text, TRY_CAST(text AS ${type}) AS value FROM (${texts})`
  const other = `SELECT 1 FROM (${cast}) WHERE value IS NULL OR ${expression} <> text LIMIT 1`
  const found = await connection.run(other, [listValue([...levels])], [LIST(VARCHAR)])
  return (await found.getRows()).length === 0
}
