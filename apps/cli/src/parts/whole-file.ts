import { BLOCK, dataset, numeric, SdcError, type Column, type Dataset } from '@sdc/core'
import { runSteps } from '@sdc/engine'
import { csvContent, readCsv, type CsvFile } from '@sdc/io'
import { writeFileSafely } from '@sdc/io/node'
import { partsOf, planParts, sourceOf, type PartsPlan, type PlannedParts } from '@sdc/scale'
import { csvFilesAt } from '@sdc/scale/node'
import { tableOptions } from '@sdc/workflow'
import { sizeText } from './cut.js'

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
const HELD = 40

/** What a run of either sort says. */
export interface WholeResult {
  readonly rows: number
  readonly columns: readonly string[]
  readonly warnings: readonly string[]
}

/**
 * Runs a plan on the file held whole, where it fits.
 *
 * @param plan - The plan.
 * @param why - Why it does not run on parts.
 * @param place - Bytes that it may take, where it is written, and of CSV where it is read.
 * @returns What was masked.
 * @throws BAD_OPTION where it does not fit, with the bytes that it takes and what to take instead.
 */
export async function runWhole(
  { registry, source, sink, schema, steps, rng, partBlocks }: PartsPlan,
  why: SdcError,
  { memory, out, csv }: { readonly memory: number; readonly out: string; readonly csv: string | undefined },
): Promise<WholeResult> {
  const needed = source.rows * source.names.length * HELD
  if (needed > memory) {
    const message = `${why.message}; held whole it takes about ${sizeText(needed)}, and --memory allows ${sizeText(memory, 'down')}`
    throw new SdcError('BAD_OPTION', message, why.place, why.advice)
  }
  const file = csv === undefined ? undefined : csvFile(csv, schema)
  const original = file?.dataset ?? (await heldWhole(source))
  const { files, columns, warnings } = await runSteps({ registry, original, schema, steps, rng })
  if (files.length > 1)
    throw new SdcError(
      'BAD_OPTION',
      'several files are made, and what is masked in parts is written as one',
      {},
      'Give a CSV file that fits into memory.',
    )
  const { data, origin } = files[0]
  if (file !== undefined) {
    await writeFileSafely(out, csvContent(file, data, origin), { exclusive: true })
    return { rows: data.rows, columns, warnings }
  }
  // Records may be fewer or others: the parts are those of what was made.
  const made = partsOf(data.rows, partBlocks)
  const written = sourceOf(data)
  for (const [part, range] of made.entries()) await sink.write(part, range, written.read(range, data.names))
  await sink.close(made.length)
  return { rows: data.rows, columns, warnings }
}

function csvFile(path: string, schema: PartsPlan['schema']): CsvFile {
  const options = tableOptions(path, schema)
  return readCsv(csvFilesAt(path, options).content, options)
}

async function heldWhole(source: PartsPlan['source']): Promise<Dataset> {
  const held = new Map<string, Column>()
  for (const name of source.names) {
    if (source.kind(name) === 'numeric') held.set(name, numeric(new Float64Array(source.rows)))
  }
  const codes = new Map<string, Int32Array>()
  const range = { from: 0, to: Math.ceil(source.rows / BLOCK) }
  const kinds = new Map<string, Column>()
  for await (const { block, data } of source.read(range, source.names)) {
    for (const name of source.names) {
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
    source.names.map((name) => {
      const own = codes.get(name)
      if (own === undefined) return [name, held.get(name) as Column] as const
      return [name, { ...(kinds.get(name) as Exclude<Column, { kind: 'numeric' }>), codes: own }] as const
    }),
  )
}
