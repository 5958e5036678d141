import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileError, folderStore, writeFileSafely } from '@sdc/files/node'
import { type Driven, type HasStore, type PartsPlan, planMeasure, planParts } from '@sdc/engine/partitions'
import { canonicalJson, createRegistry, describeParams, SdcError, type Plugins, type Registry } from '@sdc/core'
import { idStream, orderStream } from '@sdc/engine'
import {
  FORMAT,
  linkBy,
  MEASURE_FORMAT,
  releaseRoot,
  rngOf,
  type DocumentKind,
  type MeasureDocument,
  type PartsDocument,
  type PlannedFile,
  type StoreDocument,
} from './run-document.js'
import { readerMemory, writerMemory } from '../place/cut.js'
import { plannedKey } from './project-key.js'
import { openMeasure } from './measure-document.js'
import type { Place } from '../place/place.js'
import { loadPlugin } from './plugins.js'
import { openFiles, type OpenSource } from './run-files.js'
import { planVersion } from './version.js'

const NAME = 'plan.json'

/**
 * Writes the plan of a run into its work folder, or reads the one that is there.
 *
 * @param folder - The work folder.
 * @param document - The plan.
 * @param resume - True to resume the run in the folder: its document is returned, with its division of the work.
 * @param kind - Kind of the plan, with the requirements for resuming.
 * @returns The plan to run, and whether the folder had it.
 * @throws BAD_OPTION if the folder has another plan or file, or a run that must not be resumed; FILE if the plan
 *   cannot be read or written.
 */
export async function settle<D extends StoreDocument>(
  folder: string,
  document: D,
  resume: boolean,
  kind: DocumentKind<D>,
): Promise<{ readonly document: D; readonly found: boolean }> {
  const there = await documentOfKind(folder, kind)
  if (there === undefined) {
    await writeFileSafely(join(folder, NAME), `${canonicalJson(document)}\n`, { mode: 0o600 })
    return { document, found: false }
  }
  if (!resume) {
    const fix = 'Continue it with --resume, or name another folder.'
    throw new SdcError('BAD_OPTION', `the work folder ${folder} has a run already`, { file: folder }, fix)
  }
  const now = kind.files(document)
  for (const [f, before] of kind.files(there).entries())
    if (before && now[f] && isOther(before, now[f])) throw changedError(before)
  const other = [...COMMON, ...kind.differences, SEED].find(
    ([, of]) => canonicalJson(of(there)) !== canonicalJson(of(document)),
  )
  if (other !== undefined) {
    const message = `the work folder ${folder} has a run of another plan: ${other[0]}`
    throw new SdcError('BAD_OPTION', message, { file: folder }, 'Use the same plan again, or name another folder.')
  }
  return { document: there, found: true }
}

/** Returns true if a file has changed. For a release its bytes are compared, under the key of the resumed run. */
function isOther(before: PlannedFile, now: PlannedFile): boolean {
  return before.fingerprint !== now.fingerprint || before.content !== now.content
}

const COMMON: readonly (readonly [string, (document: StoreDocument) => unknown])[] = [
  ['another version of sdc started it', ({ sdc }) => sdc],
  ['it has another schema', ({ schema }) => schema ?? null],
  ['it has other plugins, or other versions of them', ({ plugins }) => plugins],
]

/** Compared last: another command has another seed, too. */
const SEED = [
  'it has another seed',
  ({ rng }: StoreDocument): unknown => (rng.source === 'chacha20' ? rng.source : rng),
] as const

/** Requirements for resuming a masking. */
export const MASKING: DocumentKind<PartsDocument> = {
  format: FORMAT,
  files: ({ source, masked }) => [source, masked],
  differences: [
    ['it has other methods, columns or parameters', ({ steps }) => steps],
    ['it uses another masked file', ({ masked }) => masked?.path ?? null],
    ['it links the records in another way', ({ masked }) => masked?.link ?? null],
    ['it has another key of the project', ({ projectKey }) => projectKey?.fingerprint ?? null],
    ['it writes to another file', ({ sink }) => sink.path],
    [
      'it has other release options',
      ({ release, manifests }) => [
        release ? { ...release, key: release.isReplay ? release.key : '' } : null,
        manifests ? [manifests.private ?? null, manifests.publishParams ?? false] : null,
      ],
    ],
  ],
}

/** Returns the plan of a masking in a work folder; undefined if there is none. */
export function documentIn(folder: string): Promise<PartsDocument | undefined> {
  return documentOfKind(folder, MASKING)
}

/** Returns the plan of the given kind; undefined if there is none. Refuses a plan of another kind. */
export async function documentOfKind<D extends StoreDocument>(
  folder: string,
  { format }: DocumentKind<D>,
): Promise<D | undefined> {
  const there = await anyDocument(folder)
  if (there === undefined || there.format === format) return there as D | undefined
  const message = `the work folder ${folder} has a run of another command`
  throw new SdcError('BAD_OPTION', message, { file: folder }, 'Name another folder.')
}

/** Returns the plan of a work folder, of any kind; undefined if there is none. */
async function anyDocument(folder: string): Promise<StoreDocument | undefined> {
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
    const document = JSON.parse(text) as Partial<StoreDocument>
    if (document.format === FORMAT || document.format === MEASURE_FORMAT) return document as StoreDocument
  } catch {
    // The code below reports the wrong form.
  }
  const message = `${path} is not a plan of a run of this version of sdc`
  throw new SdcError('BAD_OPTION', message, { file: path }, 'Name another folder.')
}

function changedError({ path }: PlannedFile): SdcError {
  const message = `${path} changed after the run began`
  return new SdcError('FILE', message, { file: path }, 'Start again with another work folder.')
}

/**
 * Returns the hash of the plan in a work folder, which identifies the run elsewhere.
 *
 * @param folder - The work folder.
 * @returns 32 hexadecimal digits.
 * @throws FILE if it has no plan.
 */
export async function planHash(folder: string): Promise<string> {
  const path = join(folder, NAME)
  const bytes = await readFile(path).catch((error: unknown) => {
    throw fileError(error, 'read', path)
  })
  return createHash('sha256').update(bytes).digest('hex').slice(0, 32)
}

/**
 * Returns the plugins that a worker loads for a run, with their versions.
 *
 * @param place - Resources of the run, with the plugins that it names, if any.
 * @param registry - Registry of the run.
 * @param ids - Methods and metrics of the run.
 * @returns The plugins of the place; else those of the registry with these ids, or all if a method names
 *   contributions of others.
 */
export async function pluginsIn(
  { plugins }: Place,
  registry: Registry,
  ids: readonly string[],
): Promise<StoreDocument['plugins']> {
  if (plugins !== undefined) {
    const named: { use: string; version: string }[] = []
    for (const use of plugins) named.push({ use, version: (await loadPlugin(use)).version })
    return named
  }
  const refers = registry
    .all('methods')
    .some(({ id, params }) => ids.includes(id) && describeParams(params).some(({ ref, limits }) => ref ?? limits))
  const used = refers ? registry.plugins : new Set(ids.map((id) => registry.pluginOf(id)))
  return [...used].map(({ name, version }) => ({ use: name, version }))
}

/** The program of a worker. */
export interface WorkerProgram {
  /** Version of the program that started the run. */
  readonly version?: string | undefined
  /** Returns the plugins that a plan need not name, by the methods and metrics that are used. */
  readonly pluginsFor?: ((ids: readonly string[]) => Promise<Plugins>) | undefined
}

/**
 * Reads the plan of a work folder, and checks that a worker may run it.
 *
 * @param folder - The work folder.
 * @param program - The program of the worker.
 * @returns The plan, and the registry with its plugins.
 * @throws BAD_OPTION if there is none, or it is of another version of sdc; BAD_PLUGIN if a plugin is of another
 *   version.
 */
export async function checkedDocument(
  folder: string,
  { version: own = planVersion(), pluginsFor }: WorkerProgram = {},
): Promise<{ readonly document: PartsDocument | MeasureDocument; readonly registry: Registry }> {
  const document = (await anyDocument(folder)) as PartsDocument | MeasureDocument | undefined
  if (document === undefined)
    throw new SdcError(
      'BAD_OPTION',
      `the work folder ${folder} has no run`,
      { file: folder },
      'Name the work folder of a run.',
    )
  if (document.sdc !== own) {
    const message = `sdc is version ${own} here, but ${document.sdc} where the run of ${folder} began`
    throw new SdcError('BAD_OPTION', message, { file: folder }, 'Install the same version on every machine.')
  }
  const used = document.format === MEASURE_FORMAT ? document.metrics : document.steps
  const registry = createRegistry().use((await pluginsFor?.(used.map(({ use }) => use))) ?? [])
  for (const { use, version } of document.plugins) {
    const plugin = await loadPlugin(use)
    if (plugin.version !== version) {
      const message = `plugin ${use} is version ${plugin.version} here, but ${version} where the run began`
      throw new SdcError('BAD_PLUGIN', message, { plugin: use }, 'Install the same version on every machine.')
    }
    registry.use(plugin)
  }
  return { document, registry: registry.freeze() }
}

/**
 * Opens the plan of a work folder as a worker does; throws if there is no plan that it may run, or a file has changed.
 */
export async function openStore(folder: string, program?: WorkerProgram): Promise<Driven<HasStore>> {
  const { document, registry } = await checkedDocument(folder, program)
  const { source, masked } = document
  if (document.format === MEASURE_FORMAT) {
    const { plan } = await openMeasure(folder, document, registry)
    checkUnchanged(source, plan.original)
    checkUnchanged(document.masked, plan.masked)
    if (document.population) checkUnchanged(document.population, plan.population)
    if (document.control) checkUnchanged(document.control, plan.control)
    return planMeasure(plan)
  }
  const { plan } = await openParts(folder, document, registry)
  checkUnchanged(source, plan.source)
  if (masked) checkUnchanged(masked, plan.masked?.source)
  return planParts(plan)
}

function checkUnchanged(before: PlannedFile, now: Pick<PlannedFile, 'fingerprint'> | undefined): void {
  if (now?.fingerprint !== before.fingerprint) throw changedError(before)
}

/** Opens the files of a plan. */
export async function openParts(
  folder: string,
  { source: from, masked, sink, schema, steps, rng, partBlocks, ranges, memory, release, projectKey }: PartsDocument,
  registry: Registry,
): Promise<{ readonly sources: readonly OpenSource[]; readonly plan: PartsPlan }> {
  // All are open at the same time.
  const readers = masked === undefined ? 1 : 2
  const reader = ({ categories }: PlannedFile): string => readerMemory(memory, readers, categories)
  const limits = { reader, writer: writerMemory(memory) }
  const { source, masked: beside, sink: written } = await openFiles({ from, masked, sink, schema, limits })
  const plan: PartsPlan = {
    registry,
    source,
    masked: masked && beside && { source: beside, columns: masked.columns, link: linkBy(masked.link) },
    sink: written,
    store: folderStore(folder),
    schema,
    steps,
    rng: rngOf(rng),
    partBlocks,
    ranges,
    taskBytes: memory,
    projectKey: projectKey && (await plannedKey(projectKey)).hash,
    release: release && {
      order: orderStream(releaseRoot(release)),
      dropped: release.dropped,
      renumbered: { columns: release.renumbered, ids: idStream(releaseRoot(release)) },
      maxUnchanged: release.maxUnchanged,
      momentMargin: release.momentMargin,
      isReplay: release.isReplay,
    },
  }
  return { sources: beside === undefined ? [source] : [source, beside], plan }
}
