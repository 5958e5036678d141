import type { DuckDBConnection, DuckDBDataChunk, DuckDBType, DuckDBVarCharVector } from '@duckdb/node-api'
import type { Column } from '@sdc/core'
import type { DuckDB } from './duckdb.js'
import { timeOfType } from '../times/time-of-type.js'
import { timeExpression } from './column-forms.js'
import { rawItems } from './raw-items.js'
import { quotedName } from './sql-text.js'

/** A column of a partition, block by block, with its output type. */
export interface PartColumn {
  readonly name: string
  readonly type: string
  readonly blocks: readonly Column[]
}

/** Returns true if a column has a negative zero, which types of whole numbers lack. */
export const hasNegativeZero = ({ type, blocks }: PartColumn): boolean =>
  (type === 'DOUBLE' || type === 'FLOAT') &&
  blocks.some((block) => block.kind === 'numeric' && negativeZeroIn(block.values))

function negativeZeroIn(values: Float64Array): boolean {
  // An iterator takes many times as long.
  for (let i = 0; i < values.length; i++) if (values[i] === 0 && 1 / values[i] < 0) return true
  return false
}

/** Table from which a statement writes a partition. */
export interface PartTable {
  /** Sets the columns to write; an empty list releases them. */
  hold(columns: readonly PartColumn[]): void
  /** Statement that selects the columns. */
  select(): string
}

const NAME = 'part_of_file'
/** Largest number of categories passed as codes; more are passed as texts. */
const CODES = 4000
const coded = new WeakMap<readonly string[], boolean>()

/** True if categories are passed as codes. An enumeration ends its texts at a NUL character, a text column does not. */
function hasCodes(levels: readonly string[]): boolean {
  const known = coded.get(levels) ?? (levels.length <= CODES && !levels.some((level) => level.includes('\0')))
  coded.set(levels, known)
  return known
}

/**
 * Lets statements read the arrays of this program: a table that is read a few thousand records at a time.
 *
 * @param duckdb - The module.
 * @param connection - Connection to the instance of the table.
 * @returns The empty table.
 */
export function partTable(duckdb: DuckDB, connection: DuckDBConnection): PartTable {
  let columns: readonly PartColumn[] = []
  let block = 0
  let done = 0
  connection.registerTableFunction(
    duckdb.DuckDBTableFunction.create({
      name: NAME,
      bindFunction: (info) => columns.forEach((column, c) => info.addResultColumn(`c${c}`, typeOf(duckdb, column))),
      initFunction() {
        block = 0
        done = 0
      },
      mainFunction(_info, chunk) {
        const length = lengthOf(columns[0].blocks[block])
        const count = Math.min(2048, length - done)
        chunk.rowCount = count
        if (count === 0) return
        columns.forEach((column, c) => fill(chunk, c, column.blocks[block], done, count))
        done += count
        if (done < length) return
        block++
        done = 0
      },
    }),
  )
  return {
    hold(held) {
      columns = held
    },
    select: () => `SELECT ${columns.map(selected).join(', ')} FROM ${NAME}()`,
  }
}

function lengthOf(column: Column | undefined): number {
  if (column === undefined) return 0
  return column.kind === 'numeric' ? column.values.length : column.codes.length
}

function typeOf(duckdb: DuckDB, { blocks: [first] }: PartColumn): DuckDBType {
  if (first.kind === 'numeric') return duckdb.DOUBLE
  return !hasCodes(first.levels) ? duckdb.VARCHAR : duckdb.ENUM([...first.levels, otherThan(first.levels)])
}

/** Text for the code of missing values: longer than any category, so different from all. */
const otherThan = (levels: readonly string[]): string =>
  '-'.repeat(1 + Math.max(0, ...levels.map((level) => level.length)))

function fill(chunk: DuckDBDataChunk, c: number, column: Column, from: number, count: number): void {
  const vector = chunk.getColumnVector(c)
  if (column.kind === 'numeric') rawItems(vector).set(column.values.subarray(from, from + count))
  else if (!hasCodes(column.levels)) {
    const texts = vector as DuckDBVarCharVector
    for (let i = 0; i < count; i++) texts.setItem(i, column.levels[column.codes[from + i]] ?? null)
  } else {
    const items = rawItems(vector)
    const missing = column.levels.length
    for (let i = 0; i < count; i++) {
      const code = column.codes[from + i]
      items[i] = code < 0 ? missing : code
    }
  }
  vector.flush()
}

function selected({ name, type, blocks: [first] }: PartColumn, c: number): string {
  const column = `c${c}`
  if (first.kind === 'numeric') {
    const value = `CASE WHEN isnan(${column}) THEN NULL ELSE ${column} END`
    if (timeOfType(type) !== undefined) return `${timeExpression(value, type)} AS ${quotedName(name)}`
    return `${type === 'DOUBLE' ? value : `CAST(${value} AS ${type})`} AS ${quotedName(name)}`
  }
  const codes = hasCodes(first.levels)
  const text = codes
    ? `CASE WHEN enum_code(${column}) = ${first.levels.length} THEN NULL ELSE CAST(${column} AS VARCHAR) END`
    : column
  return `${type === 'VARCHAR' ? text : `CAST(${text} AS ${type})`} AS ${quotedName(name)}`
}
