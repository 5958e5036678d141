import type { DuckDBConnection, DuckDBDataChunk, DuckDBType, DuckDBVarCharVector } from '@duckdb/node-api'
import type { Column } from '@sdc/core'
import type { DuckDB } from './duckdb.js'
import { timeOfType } from '../times/time-of-type.js'
import { timeExpression } from './column-forms.js'
import { rawItems } from './raw-items.js'
import { quotedName } from './sql-text.js'

/** A column of a part, block by block, with the type that it is written with. */
export interface PartColumn {
  readonly name: string
  readonly type: string
  readonly blocks: readonly Column[]
}

/** True if a column has a zero with a minus, which a type of whole numbers does not have. */
export const hasNegativeZero = ({ type, blocks }: PartColumn): boolean =>
  (type === 'DOUBLE' || type === 'FLOAT') &&
  blocks.some((block) => block.kind === 'numeric' && negativeZeroIn(block.values))

function negativeZeroIn(values: Float64Array): boolean {
  // An iterator takes many times as long.
  for (let i = 0; i < values.length; i++) if (values[i] === 0 && 1 / values[i] < 0) return true
  return false
}

/** What a statement selects to write a part. */
export interface PartTable {
  /** Says what is to be written: until it is said again, with nothing where it is done. */
  hold(columns: readonly PartColumn[]): void
  /** The statement that gives what is held. */
  select(): string
}

const NAME = 'part_of_file'
/** Categories go as codes of 8 bits, the last of which is that of missing ones; where there are more, as texts. */
const CODES = 4000
const coded = new WeakMap<readonly string[], boolean>()

/** True where categories go as codes. An enumeration ends its texts at a NUL character, a column of texts does not. */
function hasCodes(levels: readonly string[]): boolean {
  const known = coded.get(levels) ?? (levels.length <= CODES && !levels.some((level) => level.includes('\0')))
  coded.set(levels, known)
  return known
}

/**
 * Lets statements read the arrays of this program: a table that is asked for a few thousand records at a time.
 *
 * @param duckdb - The module.
 * @param connection - To the instance that gets the table.
 * @returns The table, which holds nothing yet.
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

/** The text of the code of missing values, which no category has: it is longer than any of them. */
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
