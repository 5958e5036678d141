import { createRegistry, describeParams, SdcError, type Plugins, type Registry } from '@sdc/core'
import { idStream, orderStream } from '@sdc/engine'
import { planMeasure, planParts, type Driven, type HasStore, type PartsPlan } from '@sdc/engine/partitions'
import { folderStore } from '@sdc/files/node'
import { readerMemory, writerMemory } from '../place/cut.js'
import type { Place } from '../place/place.js'
import { openMeasure } from './measure-document.js'
import { changedError, planIn } from './plan-file.js'
import { loadPlugin } from './plugins.js'
import { plannedKey } from './project-key.js'
import {
  linkBy,
  MEASURE_FORMAT,
  releaseRoot,
  rngOf,
  type MeasureDocument,
  type PartsDocument,
  type PlannedFile,
  type StoreDocument,
} from './run-document.js'
import { openFiles, type OpenSource } from './run-files.js'
import { planVersion } from './version.js'

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
  const document = (await planIn(folder)) as PartsDocument | MeasureDocument | undefined
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
export async function openWorkFolder(folder: string, program?: WorkerProgram): Promise<Driven<HasStore>> {
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
