import { BLOCK, dataset, numeric, type Column, type Dataset } from '@sdc/core'
import type { PartsPlan } from '@sdc/engine/partitions'
import { readCsv, type CsvFile } from '@sdc/files'
import { csvFilesAt } from '@sdc/files/node'
import { tableOptions } from '@sdc/inspect'
import type { PartsDocument } from '../work/run-document.js'

/** Bytes per value of a file that a run in memory takes. */
export const HELD = 40

/** Reads a whole file into memory; for CSV with its dialect. */
export async function fileInMemory(
  { path, csv }: PartsDocument['source'],
  source: PartsPlan['source'],
  schema: PartsPlan['schema'],
): Promise<{ readonly data: Dataset; readonly csv?: CsvFile }> {
  if (csv === undefined) return { data: await columnsInMemory(source, source.names, schema) }
  const options = tableOptions(path, schema)
  const file = readCsv(csvFilesAt(path, options).content, options)
  return { data: file.dataset, csv: file }
}

/** Reads whole columns of a file into memory. */
export async function columnsInMemory(
  source: PartsPlan['source'],
  names: readonly string[],
  schema: PartsPlan['schema'],
): Promise<Dataset> {
  const held = new Map<string, Column>()
  for (const name of names) {
    if (source.kind(name) === 'numeric')
      held.set(name, { ...numeric(new Float64Array(source.rows)), time: source.time?.(name) })
  }
  const codes = new Map<string, Int32Array>()
  const range = { from: 0, to: Math.ceil(source.rows / BLOCK) }
  const kinds = new Map<string, Column>()
  for await (const { block, data } of source.read(range, names)) {
    for (const name of names) {
      const column = data.column(name)
      const numbers = held.get(name)
      if (column.kind === 'numeric' && numbers?.kind === 'numeric') numbers.values.set(column.values, block.first)
      else if (column.kind !== 'numeric') {
        const own = codes.get(name) ?? new Int32Array(source.rows)
        own.set(column.codes, block.first)
        codes.set(name, own)
        kinds.set(name, column)
      }
    }
  }
  return dataset(
    names.map((name) => {
      const own = codes.get(name)
      if (own === undefined) return [name, held.get(name) as Column] as const
      const taxonomy = schema?.columns[name]?.taxonomy
      const column = { ...(kinds.get(name) as Exclude<Column, { kind: 'numeric' }>), codes: own }
      return [name, taxonomy ? { ...column, taxonomy: new Map(Object.entries(taxonomy)) } : column] as const
    }),
  )
}
