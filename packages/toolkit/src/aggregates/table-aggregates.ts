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
import { withOnly } from '../keys/compatible-records.js'
import type { CountedFile } from '../keys/counted-file.js'
import { countedRecords, mergedRecordTables, recordCounter, recordTable } from '../keys/record-table.js'

export type { CountedFile }

/**
 * Counts the different records of some columns of the masked file.
 *
 * @param names - The columns, one or more.
 * @param head - The file without records: kinds and levels.
 * @returns Its different records; all records, one by one, if somebody asks for numbers by record.
 */
export function* readRecords(names: readonly string[], head: Dataset): Plan<CountedFile> {
  const shown = (file: Dataset): Dataset => withOnly(file, names)
  const [table] = yield [recordsAggregate('masked', shown)]
  return countedFile(table, shown(head))
}

/**
 * Counts the different records of some columns of both files.
 *
 * @param heads - The files without records: kinds and levels.
 * @param shown - Selects the counted columns of a file or block: one or more, the same for both.
 * @returns The different records of each; all records, one by one, if somebody asks for numbers by record.
 */
export function* readBothRecords(
  heads: Readonly<Record<'original' | 'masked', Dataset>>,
  shown: (file: Dataset) => Dataset,
): Plan<Readonly<Record<'original' | 'masked', CountedFile>>> {
  const [original, masked] = yield [recordsAggregate('original', shown), recordsAggregate('masked', shown)]
  return { original: countedFile(original, shown(heads.original)), masked: countedFile(masked, shown(heads.masked)) }
}

/** Counts different records, or takes all of them: those of column after column, after a negative number of columns. */
function recordsAggregate(file: 'original' | 'masked', shown: (file: Dataset) => Dataset): Aggregate {
  const columns = (block: Block): readonly Column[] => {
    const data = shown(block[file])
    return data.names.map((name) => data.column(name))
  }
  const counted = tableAggregate(file, columns)
  return {
    ...counted,
    saysRecords: true,
    counter() {
      const table = counted.counter?.()
      const all: (readonly Column[])[] = []
      return {
        add(block) {
          if (block.records) all.push(columns(block))
          else table?.add(block)
        },
        end: () => (all.length > 0 ? joined(all) : (table?.end() ?? new Float64Array(0))),
      }
    },
  }
}

function joined(blocks: readonly (readonly Column[])[]): Totals {
  const width = blocks[0].length
  const rows = blocks.reduce((sum, [first]) => sum + columnLength(first), 0)
  const totals = new Float64Array(1 + width * rows)
  totals[0] = -width
  for (let j = 0, at = 1; j < width; j++)
    for (const columns of blocks) {
      copyInto(totals, at, columns[j])
      at += columnLength(columns[j])
    }
  return totals
}

/** Values, or codes from 0 with NaN for missing ones. */
function copyInto(totals: Float64Array, at: number, column: Column): void {
  if (column.kind === 'numeric') {
    totals.set(column.values, at)
    return
  }
  const { codes } = column
  for (let i = 0; i < codes.length; i++) totals[at + i] = codes[i] < 0 ? Number.NaN : codes[i]
}

function countedFile(totals: Totals, head: Dataset): CountedFile {
  const like = head.names.map((name) => head.column(name))
  const file = (columns: readonly Float64Array[]): Dataset =>
    dataset(head.names.map((name, j) => [name, asColumn(columns[j], like[j])]))
  if (totals[0] < 0) {
    const rows = (totals.length - 1) / like.length
    return { data: file(like.map((_, j) => totals.subarray(1 + j * rows, 1 + (j + 1) * rows))), records: rows }
  }
  const { columns, counts } = countedRecords(totals)
  return { data: file(columns), counts, records: counts.reduce((sum, count) => sum + count, 0) }
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
  const codes = new Int32Array(values.length)
  for (let i = 0; i < codes.length; i++) codes[i] = values[i] === values[i] ? values[i] : -1
  return { ...like, codes }
}
