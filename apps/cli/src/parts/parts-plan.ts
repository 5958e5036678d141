import { mkdirSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { canonicalJson, createRegistry, rngFrom, SdcError, type Registry, type RngSource } from '@sdc/core'
import type { FileSchema, StepPlan } from '@sdc/engine'
import { writeFileSafely } from '@sdc/io/node'
import { planParts, type PartsPlan, type PlannedParts } from '@sdc/scale'
import { folderStore } from '@sdc/scale/node'
import { loadPlugin } from '../registry.js'

/** What lies in the store of a run in parts, for its owner only: whoever has it and the file can run any of its tasks. */
export interface PartsDocument {
  readonly format: 'sdc parts 1'
  /** Files that are read, and what they were when the run began. */
  readonly source: { readonly path: string; readonly fingerprint: string }
  readonly sink: { readonly path: string; readonly types: Readonly<Record<string, string>> }
  readonly schema?: FileSchema | undefined
  readonly steps: readonly StepPlan[]
  readonly plugins: readonly { readonly use: string; readonly version: string }[]
  /** The stream of the run; its key in hexadecimal. */
  readonly rng: { readonly source: RngSource; readonly key: string }
  readonly partBlocks: number
  readonly ranges: number
  /** Bytes that a task may use. */
  readonly memory: number
}

const NAME = 'plan.json'

/**
 * Writes the plan of a run into its store, or finds it there.
 *
 * @param folder - The store.
 * @param document - The plan.
 * @param resume - Whether the run is to go on with what is there: then the document of the store is given back.
 * @returns The plan to run.
 * @throws BAD_OPTION where the store is of another plan, or holds one that is not to be gone on with.
 */
export async function settlePlan(folder: string, document: PartsDocument, resume: boolean): Promise<PartsDocument> {
  const path = join(folder, NAME)
  const there = await readFile(path, 'utf8').catch(() => undefined)
  if (there === undefined) {
    mkdirSync(folder, { recursive: true, mode: 0o700 })
    await writeFileSafely(path, `${canonicalJson(document)}\n`, { mode: 0o600 })
    return document
  }
  const other = JSON.parse(there) as PartsDocument
  if (!resume) {
    const advice = 'Go on with it by --resume, or name another folder.'
    throw new SdcError('BAD_OPTION', `the store ${folder} holds a run already`, { file: folder }, advice)
  }
  if (identity(other) !== identity(document)) {
    const same = other.source.fingerprint === document.source.fingerprint
    const message = same
      ? `the store ${folder} holds a run of another plan`
      : `the file ${document.source.path} is not what it was when the run in ${folder} began`
    throw new SdcError('BAD_OPTION', message, { file: folder }, 'Name another folder for this one.')
  }
  return other
}

/** What two runs must share so that one can go on with the other's tasks: all but the key, which the first drew. */
function identity({ rng, ...rest }: PartsDocument): string {
  return canonicalJson({ ...rest, source: rest.source.fingerprint, rng: rng.source })
}

/** The plan of a store, as a worker opens it; throws where there is none, or the file changed since. */
export async function openStore(folder: string): Promise<PlannedParts> {
  const document = JSON.parse(await readFile(join(folder, NAME), 'utf8')) as PartsDocument
  const { default: standard } = await import('@sdc/standard')
  const registry = createRegistry().use(standard)
  for (const { use, version } of document.plugins) {
    const plugin = await loadPlugin(use)
    if (plugin.version !== version) {
      const message = `plugin ${use} is version ${plugin.version} here, and ${version} where the run began`
      throw new SdcError('BAD_PLUGIN', message, { plugin: use }, 'Install the same version on every machine.')
    }
    registry.use(plugin)
  }
  const { source, plan } = await openParts(folder, document, registry.freeze())
  if (source.fingerprint !== document.source.fingerprint) {
    const message = `${document.source.path} is not what it was when the run began`
    throw new SdcError('FILE', message, { file: document.source.path }, 'Begin anew, with another store.')
  }
  return planParts(plan)
}

/** Opens the files of a plan. */
export async function openParts(
  folder: string,
  { source: from, sink, schema, steps, rng, partBlocks, ranges, memory }: PartsDocument,
  registry: Registry,
): Promise<{ readonly source: PartsPlan['source']; readonly plan: PartsPlan }> {
  const { parquetSink, parquetSource } = await import('@sdc/duckdb')
  const limit = `${Math.max(128, Math.floor(memory / 4e6))}MB`
  const source = await parquetSource(from.path, { schema, memory: limit })
  const plan: PartsPlan = {
    registry,
    source,
    sink: parquetSink(sink.path, { types: new Map(Object.entries(sink.types)), memory: limit }),
    store: folderStore(folder),
    schema,
    steps,
    rng: rngFrom({ source: rng.source, key: Uint8Array.from(Buffer.from(rng.key, 'hex')) }),
    partBlocks,
    ranges,
  }
  return { source, plan }
}
