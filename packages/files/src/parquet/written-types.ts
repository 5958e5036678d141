import type { DuckDBConnection } from '@duckdb/node-api'
import type { Column } from '@sdc/core'
import { formOf } from './column-forms.js'
import { loadDuckDB } from './duckdb.js'

/** Range of whole numbers of a type, end excluded; for 64 bits, those that a double separates from their neighbours. */
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
/** Fractions of a second in a type, as far as doubles separate them; a date has whole days. */
const partsOfSecond: ReadonlyMap<string, number> = new Map([
  ['DATE', 1],
  ['TIME', 1e6],
  ['TIMESTAMP', 1e6],
  ['TIMESTAMP_S', 1],
  ['TIMESTAMP_MS', 1e3],
  ['TIMESTAMP_NS', 1e6],
])
/** Seconds since 1970 up to which all types represent moments: until 2262. */
const LAST_MOMENT = 9.2e9

const decimal = /^DECIMAL\((\d+),(\d+)\)$/

/**
 * Returns the output type of a column: the desired one if it represents all values of the partition unchanged, else
 * DOUBLE or VARCHAR.
 *
 * @param connection - Connection to DuckDB, which recognises dates.
 * @param blocks - Blocks of the column in a partition, at least one.
 * @param wished - Type in the original file; VARCHAR or DOUBLE if undefined.
 * @param fitting - Earlier answers about categories, by their list.
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

/**
 * True if a type represents a number; undefined for a type that is not numeric. Zeros of both signs are one whole
 * number.
 */
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
