import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { canonicalJson, createRegistry, rngFrom, SdcError, type Registry } from '@sdc/core'
import { fileError, writeFileSafely } from '@sdc/io/node'
import { planParts, type PartsPlan, type PlannedParts } from '@sdc/scale'
import { folderStore } from '@sdc/scale/node'
import { loadPlugin } from '../registry.js'
import { FORMAT, type PartsDocument, type PlannedFile } from './parts-document.js'
import { openFiles, type OpenSource } from './parts-files.js'
import { versionText } from '../version.js'

const NAME = 'plan.json'

/**
 * Writes the plan of a run into its store, or finds it there.
 *
 * @param folder - The store.
 * @param document - The plan.
 * @param resume - Whether the run is to go on with what is there: then the document of the store is given back, with its cut.
 * @returns The plan to run, and whether the store had it.
 * @throws BAD_OPTION where the store is of another plan or file, or holds one that is not to be gone on with; FILE where it cannot be
 *   read or written.
 */
export async function settlePlan(
  folder: string,
  document: PartsDocument,
  resume: boolean,
): Promise<{ readonly document: PartsDocument; readonly found: boolean }> {
  const there = await documentIn(folder)
  if (there === undefined) {
    await writeFileSafely(join(folder, NAME), `${canonicalJson(document)}\n`, { mode: 0o600 })
    return { document, found: false }
  }
  if (!resume) {
    const advice = 'Go on with it by --resume, or name another folder.'
    throw new SdcError('BAD_OPTION', `the store ${folder} holds a run already`, { file: folder }, advice)
  }
  for (const [before, now] of [
    [there.source, document.source],
    [there.masked, document.masked],
  ])
    if (before && now && before.fingerprint !== now.fingerprint) throw changedError(before)
  const other = DIFFERENCES.find(([, of]) => canonicalJson(of(there)) !== canonicalJson(of(document)))
  if (other !== undefined) {
    const message = `the store ${folder} holds a run of another plan: ${other[0]}`
    throw new SdcError('BAD_OPTION', message, { file: folder }, 'Ask for the same again, or name another folder.')
  }
  return { document: there, found: true }
}

/** What two runs must share so that one can go on with the other's tasks: not the cut, which changes no byte, nor a key that was drawn. */
const DIFFERENCES: readonly (readonly [string, (document: PartsDocument) => unknown])[] = [
  ['another version of sdc began it', ({ sdc }) => sdc],
  ['it masks with other methods, columns or parameters', ({ steps }) => steps],
  ['it has another schema', ({ schema }) => schema ?? null],
  ['it goes on with another masked file', ({ masked }) => masked?.path ?? null],
  ['it writes to another file', ({ sink }) => sink.path],
  ['it has other plugins, or other versions of them', ({ plugins }) => plugins],
  ['it has another seed', ({ rng }) => (rng.source === 'chacha20' ? rng.source : rng)],
]

/** The plan of a store; undefined where it has none. */
export async function documentIn(folder: string): Promise<PartsDocument | undefined> {
  const path = join(folder, NAME)
  let text: string
  try {
    text = await readFile(path, 'utf8')
  } catch (error) {
    if (error instanceof Error && 'code' in error && (error.code === 'ENOENT' || error.code === 'ENOTDIR'))
      return undefined
    throw fileError(error, 'read', path)
  }
  try {
    const document = JSON.parse(text) as Partial<PartsDocument>
    if (document.format === FORMAT) return document as PartsDocument
  } catch {
    // It is said below what it is not.
  }
  const message = `${path} is no plan of a run of this version of sdc`
  throw new SdcError('BAD_OPTION', message, { file: path }, 'Name another folder.')
}

function changedError({ path }: PlannedFile): SdcError {
  const message = `${path} is not what it was when the run began`
  return new SdcError('FILE', message, { file: path }, 'Begin anew, with another store.')
}

/** The version of sdc as a plan says it: of all packages that make bytes. */
export function ownVersion(): string {
  const lines = versionText().split('\n')
  return lines.filter((line) => !line.startsWith('@sdc/launch-')).join(', ')
}

/**
 * The hash of the plan of a store: what is known of it outside of the store.
 *
 * @param folder - The store.
 * @returns 32 hexadecimal digits.
 * @throws FILE where it has no plan.
 */
export async function planHash(folder: string): Promise<string> {
  const path = join(folder, NAME)
  const bytes = await readFile(path).catch((error: unknown) => {
    throw fileError(error, 'read', path)
  })
  return createHash('sha256').update(bytes).digest('hex').slice(0, 32)
}

/**
 * The plan of a store, as a worker may run it.
 *
 * @param folder - The store.
 * @returns The plan, and the registry with its plugins.
 * @throws BAD_OPTION where there is none, or it is of another version of sdc; BAD_PLUGIN where a plugin is of another version.
 */
export async function checkedDocument(
  folder: string,
): Promise<{ readonly document: PartsDocument; readonly registry: Registry }> {
  const document = await documentIn(folder)
  if (document === undefined)
    throw new SdcError('BAD_OPTION', `the store ${folder} holds no run`, { file: folder }, 'Name that of a run.')
  const own = ownVersion()
  if (document.sdc !== own) {
    const message = `sdc is version ${own} here, and ${document.sdc} where the run of ${folder} began`
    throw new SdcError('BAD_OPTION', message, { file: folder }, 'Install the same version on every machine.')
  }
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
  return { document, registry: registry.freeze() }
}

/** The plan of a store, as a worker opens it; throws where there is none that it may run, or the file changed since. */
export async function openStore(folder: string): Promise<PlannedParts> {
  const { document, registry } = await checkedDocument(folder)
  const { plan } = await openParts(folder, document, registry)
  if (plan.source.fingerprint !== document.source.fingerprint) throw changedError(document.source)
  if (document.masked && plan.masked?.source.fingerprint !== document.masked.fingerprint)
    throw changedError(document.masked)
  return planParts(plan)
}

/** Opens the files of a plan. */
export async function openParts(
  folder: string,
  { source: from, masked, sink, schema, steps, rng, partBlocks, ranges, memory }: PartsDocument,
  registry: Registry,
): Promise<{ readonly sources: readonly OpenSource[]; readonly plan: PartsPlan }> {
  // Reading and writing are open at the same time.
  const open = masked === undefined ? 2 : 3
  const limit = `${Math.max(64, Math.floor(memory / (2e6 * open)))}MB`
  const { source, masked: beside, sink: written } = await openFiles({ from, masked, sink, schema, memory: limit })
  const plan: PartsPlan = {
    registry,
    source,
    masked: masked && beside && { source: beside, columns: masked.columns },
    sink: written,
    store: folderStore(folder),
    schema,
    steps,
    rng: rngFrom({ source: rng.source, key: Uint8Array.from(Buffer.from(rng.key, 'hex')) }),
    partBlocks,
    ranges,
    taskBytes: memory,
  }
  return { sources: beside === undefined ? [source] : [source, beside], plan }
}
