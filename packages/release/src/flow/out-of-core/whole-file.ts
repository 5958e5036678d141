import { type CsvFile, csvContent, readCsv } from '@sdc/files'
import { csvFilesAt, writeFileSafely } from '@sdc/files/node'
import {
  type PartsPlan,
  type PartsResult,
  type PlannedParts,
  partsOf,
  planParts,
  sourceOf,
} from '@sdc/engine/partitions'
import { tableOptions } from '@sdc/inspect'
import { BLOCK, dataset, numeric, SdcError, type Column, type Dataset } from '@sdc/core'
import { maskedRun, newNegatives, runSteps, type RunFacts } from '@sdc/engine'
import { sizeText } from '../place/cut.js'
import { originBy } from './linked-records.js'
import type { PartsDocument } from '../work/run-document.js'

/** A plan as stages, or why it does not run on parts. */
export function plannedOrWhole(plan: PartsPlan): PlannedParts | SdcError {
  try {
    return planParts(plan)
  } catch (error) {
    if (error instanceof SdcError && error.code === 'BAD_OPTION') return error
    throw error
  }
}

/** Bytes that a run in memory takes for every cell of its file. */
export const HELD = 40

/** What a run of either sort says. */
export type WholeResult = RunFacts & Pick<PartsResult, 'rows' | 'negatives'>

/**
 * Runs a plan on the file held whole, where it fits.
 *
 * @param plan - The plan.
 * @param why - Why it does not run on parts.
 * @param place - Bytes that it may take, and the plan as it lies in the store.
 * @returns What was masked.
 * @throws BAD_OPTION where it does not fit, with the bytes that it takes and what to take instead.
 */
export async function runWhole(
  { registry, source, masked, sink, schema, steps, rng, partBlocks }: PartsPlan,
  why: SdcError,
  { memory, document }: { readonly memory: number; readonly document: PartsDocument },
): Promise<WholeResult> {
  const cells = [source, ...(masked ? [masked.source] : [])].map(({ rows, names }) => rows * names.length)
  const needed = cells.reduce((sum, own) => sum + own * HELD, 0)
  if (needed > memory) {
    const message = `${why.message}; in memory it needs about ${sizeText(needed)}, but --memory allows ${sizeText(memory, 'down')}`
    throw new SdcError('BAD_OPTION', message, why.place, why.fix)
  }
  const before = await fileInMemory(document.source, source, schema)
  const beside =
    document.masked && masked && (await fileInMemory(document.masked, masked.source, document.masked.schema))
  const from =
    beside &&
    masked &&
    maskedRun({ data: beside.data, origin: originBy(before.data, beside.data, masked.link) }, masked.columns)
  const run = await runSteps({ registry, original: before.data, schema, steps, rng, from })
  const { files } = run
  if (files.length > 1)
    throw new SdcError(
      'BAD_OPTION',
      'the method makes several files, but masking out of core writes one',
      {},
      'Use a CSV file that fits into memory.',
    )
  const { data, origin: order } = files[0]
  const result = { ...run, rows: data.rows, negatives: newNegatives(before.data, files, run.columns) }
  const { csv } = beside ?? before
  if (csv !== undefined) {
    await writeFileSafely(document.sink.path, csvContent(csv, data, order), { exclusive: true })
    return result
  }
  // Records may be fewer or others: the parts are those of what was made.
  const made = partsOf(data.rows, partBlocks)
  const written = sourceOf(data)
  for (const [part, range] of made.entries()) await sink.write(part, range, written.read(range, data.names))
  await sink.close(made.length)
  return result
}

/** A file held whole; of CSV with how it was written. */
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

/** Columns of a file, held whole. */
export async function columnsInMemory(
  source: PartsPlan['source'],
  names: readonly string[],
  schema: PartsPlan['schema'],
): Promise<Dataset> {
  const held = new Map<string, Column>()
  for (const name of names) {
    if (source.kind(name) === 'numeric') held.set(name, numeric(new Float64Array(source.rows)))
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
