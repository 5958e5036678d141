import { isSdcError, SdcError, type Column, type Dataset } from '@sdc/core'
import type { FileSchema } from '@sdc/engine'
import { timeOfType } from '@sdc/files/formats'
import type { ReadStat, StatColumn } from '@sdc/files/formats'
import { readerMemory, sizeText, usualMemory } from '../place/cut.js'
import { foundFiles, openSource, plannedFile } from '../work/run-files.js'
import { HELD, fileInMemory } from './whole-file.js'

/**
 * Reads whole Parquet files as a table that any schema can be applied to.
 *
 * @param path - The file, or a folder of files.
 * @returns The table. Integers beyond 2^53 are texts, as in CSV.
 * @throws BAD_OPTION if the table does not fit in memory.
 */
export async function parquetTable(path: string): Promise<ReadStat> {
  const texts: FileSchema['columns'] = {}
  for (;;) {
    try {
      return await tableAt(path, { columns: texts })
    } catch (error) {
      const { column, row } = isSdcError(error) && error.code === 'WRONG_INPUT' ? error.place : {}
      if (column === undefined || row === undefined || column in texts) throw error
      texts[column] = { kind: 'categorical' }
    }
  }
}

async function tableAt(path: string, schema: FileSchema): Promise<ReadStat> {
  const memory = usualMemory()
  const found = await foundFiles(path, 'parquet', schema, undefined, memory)
  const needed = found.source.rows * found.source.names.length * HELD
  if (needed > memory) {
    const message = `${path} in memory needs about ${sizeText(needed)}, but there are ${sizeText(memory, 'down')}`
    throw new SdcError('BAD_OPTION', message, { file: path }, 'Name some of its files, or divide it.')
  }
  const file = plannedFile(path, found)
  const { source } = await openSource(file, schema, readerMemory(memory, 1))
  try {
    const { data } = await fileInMemory(file, source, schema)
    return { table: { rows: data.rows, columns: columnsOf(data, found.types) }, notes: [] }
  } finally {
    source.close()
  }
}

function columnsOf(data: Dataset, types: Readonly<Record<string, string>>): StatColumn[] {
  return data.names.map((name) => ({
    name,
    description: { stored: storedAs(data.column(name), types[name]), time: timeOfType(types[name]) },
    cells: cellsOf(data.column(name)),
  }))
}

function cellsOf(column: Column): StatColumn['cells'] {
  if (column.kind === 'numeric') return { kind: 'numbers', values: column.values, missing: null }
  const { levels, codes } = column
  return { kind: 'texts', levels, codes, missing: null }
}

function storedAs(column: Column, type: string): 'number' | 'text' | undefined {
  if (timeOfType(type) !== undefined) return undefined
  return column.kind === 'numeric' ? 'number' : 'text'
}
