import { existsSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { availableParallelism } from 'node:os'
import { basename, dirname, join, resolve } from 'node:path'
import type { Command } from 'commander'
import { BLOCK, dataset, numeric, SdcError, type Column, type Dataset, type Registry } from '@sdc/core'
import { replicateRng, rootRng, runSteps, type FileSchema, type StepPlan } from '@sdc/engine'
import { partsOf, planParts, runInParts, sourceOf, type PartsPlan, type PartsProgress } from '@sdc/scale'
import { processLauncher } from '@sdc/scale/node'
import { loadPlugin, pluginNames } from '../registry.js'
import { progress, say } from '../progress.js'
import { openParts, settlePlan, type PartsDocument } from './parts-plan.js'

/** What is asked of a run in parts. */
export interface PartsRequest {
  readonly command: Command
  readonly registry: Registry
  readonly dataPath: string
  readonly schema: FileSchema | undefined
  readonly steps: readonly StepPlan[]
  readonly options: PartsOptions
}

export interface PartsOptions {
  readonly out?: string | undefined
  readonly seed?: string | undefined
  readonly memory?: number | undefined
  readonly workers?: number | undefined
  readonly store?: string | undefined
  readonly resume?: boolean | undefined
}

/** The memory that is used where nobody says. */
const USUAL_MEMORY = 2e9
/** Bytes that a record of one column takes while ranks are sorted: value, tie, number, twice, and what sorts them. */
const SORTED = 64
/** Bytes of a cell while a part is written: the column, what is made of it, and DuckDB's. */
const WRITTEN = 32

/**
 * Masks Parquet files in parts, by so many processes and within so much memory, and writes Parquet.
 *
 * @param request - The file, the steps and the options.
 * @throws what a run throws; BAD_OPTION where a step needs the whole file, and that does not fit.
 */
export async function maskInParts({
  command,
  registry,
  dataPath,
  schema,
  steps,
  options,
}: PartsRequest): Promise<void> {
  const { out } = options
  if (out === undefined)
    throw new SdcError(
      'BAD_OPTION',
      'Parquet goes to a file or folder, not to the standard output',
      {},
      'Name it with -o.',
    )
  if (existsSync(out))
    throw new SdcError('BAD_OPTION', `${out} exists already`, { file: out }, 'Choose another name, or move it away.')
  const memory = options.memory ?? USUAL_MEMORY
  const workers = options.workers ?? Math.min(2, availableParallelism())
  const folder = options.store ?? join(dirname(resolve(out)), `.${basename(out)}.sdc-store-${process.pid}`)
  const { parquetSource } = await import('@sdc/duckdb')
  const source = await parquetSource(dataPath, { schema })
  if (source.rows === 0) throw new SdcError('EMPTY_FILE', `${dataPath} has no records`, { file: dataPath })
  const rng = replicateRng(rootRng(options.seed))
  const plugins: { use: string; version: string }[] = []
  for (const use of pluginNames(command)) plugins.push({ use, version: (await loadPlugin(use)).version })
  const document: PartsDocument = {
    format: 'sdc parts 1',
    source: { path: resolve(dataPath), fingerprint: source.fingerprint },
    sink: { path: resolve(out), types: Object.fromEntries(source.types) },
    schema,
    steps,
    plugins,
    rng: { source: rng.state.source, key: Buffer.from(rng.state.key).toString('hex') },
    ...cutOf(source.rows, source.names.length, memory, workers),
    memory: memory / workers,
  }
  source.close()
  const settled = await settlePlan(folder, document, options.resume === true)
  const { plan } = await openParts(folder, settled, registry)
  const whole = needsWhole(plan)
  const tasks = partsOf(plan.source.rows, plan.partBlocks).length
  const bar = progress('masking', { interruptible: true })
  const stop = new AbortController()
  const onInterrupt = (): void => stop.abort(new SdcError('CANCELLED', 'the run was interrupted'))
  process.once('SIGINT', onInterrupt)
  const width = Math.min(workers, tasks)
  const launcher =
    width < 2 || whole !== undefined
      ? undefined
      : processLauncher({ script: process.argv[1], args: ['worker', folder], width })
  try {
    const outcome =
      whole === undefined
        ? await runInParts(plan, { launcher, signal: stop.signal, tick: (at) => bar.at(stateOf(at)) })
        : await runWhole(plan, whole, memory)
    bar.done()
    outcome.warnings.forEach((warning) => say(`warning: ${warning}`))
    say(`${out}: ${outcome.rows} records; masked: ${outcome.columns.join(', ')}`)
    await rm(folder, { recursive: true, force: true })
  } catch (error) {
    if (options.store === undefined) await rm(folder, { recursive: true, force: true })
    throw error
  } finally {
    process.off('SIGINT', onInterrupt)
    await launcher?.close()
  }
}

/** How a file is cut so that every worker keeps to its share of the memory. */
function cutOf(rows: number, columns: number, memory: number, workers: number): { partBlocks: number; ranges: number } {
  const blocks = Math.ceil(rows / BLOCK)
  const share = memory / workers / 2
  const fits = Math.max(1, Math.floor(share / (BLOCK * columns * WRITTEN)))
  // Some tasks more than workers, so that none waits long for the last; small files are one part.
  const partBlocks = Math.min(fits, Math.max(1, Math.ceil(blocks / (4 * workers))))
  const ranges = Math.max(1, Math.ceil((rows * SORTED) / share), Math.min(workers, blocks))
  return { partBlocks, ranges }
}

function stateOf({ stage, number, of, done, tasks }: PartsProgress): {
  stage: string
  done: number
  tasks: number
  fraction: number
} {
  return { stage, done, tasks, fraction: (number - 1 + (tasks === 0 ? 1 : done / tasks)) / of }
}

/** Why a plan does not run on parts; undefined where it does. */
function needsWhole(plan: PartsPlan): SdcError | undefined {
  try {
    planParts(plan)
    return undefined
  } catch (error) {
    if (error instanceof SdcError && error.code === 'BAD_OPTION') return error
    throw error
  }
}

/** Bytes that a run in memory takes for every cell of its file. */
const HELD = 40

/** Runs a plan on the file held whole, where it fits. */
async function runWhole(
  { registry, source, sink, schema, steps, rng, partBlocks }: PartsPlan,
  why: SdcError,
  memory: number,
): Promise<{ rows: number; columns: readonly string[]; warnings: readonly string[] }> {
  const needed = source.rows * source.names.length * HELD
  if (needed > memory) {
    const message = `${why.message}; held whole it takes about ${Math.ceil(needed / 1e6)} MB, and --memory allows ${Math.floor(memory / 1e6)}`
    throw new SdcError('BAD_OPTION', message, why.place, why.advice)
  }
  const original = await heldWhole(source)
  const { files, columns, warnings } = await runSteps({ registry, original, schema, steps, rng })
  if (files.length > 1)
    throw new SdcError(
      'BAD_OPTION',
      'several files are made, and Parquet is written as one',
      {},
      'Give the file as CSV.',
    )
  const { data } = files[0]
  // Records may be fewer or others: the parts are those of what was made.
  const made = partsOf(data.rows, partBlocks)
  const written = sourceOf(data)
  for (const [part, range] of made.entries()) await sink.write(part, range, written.read(range, data.names))
  await sink.close(made.length)
  return { rows: data.rows, columns, warnings }
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
