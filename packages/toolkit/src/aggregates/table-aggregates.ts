/** Counts of the different records of a file, for metrics of categories and of quasi-identifiers. */
import {
  columnLength,
  dataset,
  type Column,
  type Dataset,
  type Side,
  type Totals,
  type Aggregate,
  type Block,
  type Plan,
} from '@sdc/core'
import type { CountedFile } from '../keys/counted-file.js'
import { countedRecords, mergedRecordTables, recordCounter, recordTable } from '../keys/record-table.js'

export type { CountedFile }

/**
 * Counts the different records of some columns of the masked file.
 *
 * @param names - The columns, one or more.
 * @param head - The file without records: kinds and levels.
 * @returns Its different records.
 */
export function* readRecords(names: readonly string[], head: Dataset): Plan<CountedFile> {
  return countedFile(yield* readTable('masked', ({ masked }) => columnsOf(masked, names)), names, head)
}

/**
 * Counts the different records of some columns of both files.
 *
 * @param heads - The files without records: kinds and levels.
 * @param shown - Selects the counted columns of a file or block: one or more, the same for both.
 * @returns The different records of each.
 */
export function* readBothRecords(
  heads: Readonly<Record<'original' | 'masked', Dataset>>,
  shown: (file: Dataset) => Dataset,
): Plan<Readonly<Record<'original' | 'masked', CountedFile>>> {
  const columns = (file: Dataset): Column[] => {
    const data = shown(file)
    return columnsOf(data, data.names)
  }
  const [original, masked] = yield [
    tableAggregate('original', (block) => columns(block.original)),
    tableAggregate('masked', (block) => columns(block.masked)),
  ]
  const counted = (table: Totals, head: Dataset): CountedFile => countedFile(countedRecords(table), head.names, head)
  return { original: counted(original, shown(heads.original)), masked: counted(masked, shown(heads.masked)) }
}

const columnsOf = (file: Dataset, names: readonly string[]): Column[] => names.map((name) => file.column(name))

function countedFile(
  { columns, counts }: ReturnType<typeof countedRecords>,
  names: readonly string[],
  head: Dataset,
): CountedFile {
  const data = dataset(names.map((name, j) => [name, asColumn(columns[j], head.column(name))]))
  return { data, counts, records: counts.reduce((sum, count) => sum + count, 0) }
}

/**
 * Counts the different records of any columns.
 *
 * @param reads - Records to read.
 * @param columns - The columns of a block, one or more.
 * @returns By column a value for each different record (codes of categories, NaN where missing), and their counts.
 */
export function* readTable(
  reads: Side,
  columns: (block: Block) => readonly Column[],
): Plan<ReturnType<typeof countedRecords>> {
  const [table] = yield [tableAggregate(reads, columns)]
  return countedRecords(table)
}

/**
 * Aggregate of a table; `countedRecords` reads its totals.
 *
 * @param reads - Records to read.
 * @param columns - The columns of a block, one or more.
 */
export function tableAggregate(reads: Side, columns: (block: Block) => readonly Column[]): Aggregate {
  return {
    reads,
    of(block) {
      const own = columns(block)
      return columnLength(own[0]) === 0 ? Float64Array.of(own.length) : recordTable(own, block.first)
    },
    merge: mergedRecordTables,
    isTable: true,
    counter() {
      const counted = recordCounter()
      return {
        add(block) {
          counted.add(columns(block), block.first)
        },
        end: () => counted.end(),
      }
    },
  }
}

function asColumn(values: Float64Array, like: Column): Column {
  if (like.kind === 'numeric') return { kind: 'numeric', values }
  return { ...like, codes: Int32Array.from(values, (value) => (value === value ? value : -1)) }
}
