import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { readdir, rm } from 'node:fs/promises'
import { basename, dirname, join, resolve } from 'node:path'
import type { Command } from 'commander'
import { SdcError, type Registry } from '@sdc/core'
import {
  inputHmac,
  replayOf,
  replicateRng,
  rootRng,
  type FileSchema,
  type PrivateManifest,
  type StepPlan,
} from '@sdc/engine'
import { existsAlready, makeFolder } from '@sdc/io/node'
import {
  partsOf,
  runInParts,
  widestWalk,
  type Launcher,
  type PartsProgress,
  type PartsResult,
  type PlannedParts,
  type TaskOutcome,
} from '@sdc/scale'
import { folderStore, processLauncher } from '@sdc/scale/node'
import { progress, say } from '../progress.js'
import { loadPlugin, pluginNames } from '../registry.js'
import { launchByBullmq } from './bullmq.js'
import { collectGarbage } from './collect-garbage.js'
import { categoriesOf, cutOf, PROCESS, sizeText, usualMemory, type Cut } from './cut.js'
import { hasEnded, removeEnded } from './ended-store.js'
import { holdAlone, type Release } from './held-folder.js'
import { openDoorsInParts } from './open-doors-in-parts.js'
import { FORMAT, releaseRoot, type PartsDocument } from './parts-document.js'
import { documentIn, openParts, ownVersion, settlePlan } from './parts-plan.js'
import { writeManifests } from './release-manifests.js'
import { checkRelease, plannedRelease, refuseTaken, replayedRelease, type ReleaseOptions } from './release-plan.js'
import { canGoOn, releasedSentences, wholeRelease } from './release-words.js'
import { launchBySlurm } from './slurm.js'
import { lostWords, stateOf } from './stage-words.js'
import { plannedOrWhole, runWhole, type WholeResult } from './whole-file.js'
import { foundFiles, refuseUnheld, type FoundFiles } from './parts-files.js'
import type { PartsFormat } from './parts-file.js'
import type { PartsOptions } from './parts-options.js'

/** What is asked of a run in parts. */
export interface PartsRequest {
  readonly command: Command
  readonly registry: Registry
  readonly dataPath: string
  readonly format: PartsFormat
  readonly schema: FileSchema | undefined
  readonly steps: readonly StepPlan[]
  readonly options: PartsOptions & ReleaseOptions
  /** The other files that were read. */
  readonly inputs?: readonly string[] | undefined
  /** Plugins besides those of `--plugin`: of a plan. */
  readonly plugins?: readonly string[] | undefined
  /** The private file of a release, where it is made again. */
  readonly replay?: PrivateManifest | undefined
  /** What others masked of it, for the steps to go on with, both looked at by now. */
  readonly beside?: FoundBeside | undefined
}

/** An original and its masked file as they were found. */
export interface FoundBeside {
  readonly original: FoundFiles
  readonly masked: FoundFiles
  readonly path: string
  readonly schema: FileSchema
  readonly columns: readonly string[]
}

/**
 * Masks Parquet or CSV in parts, by so many processes and within so much memory, and writes the same.
 *
 * @param request - The file, the steps and the options.
 * @throws what a run throws; BAD_OPTION where a step needs the whole file and that does not fit, the memory is too little, or another
 *   run has the store or the output.
 */
export async function maskInParts(request: PartsRequest): Promise<void> {
  const { options, dataPath } = request
  const out = checkedOut(options, dataPath)
  await checkRelease(options, { steps: request.steps, inputs: [dataPath, ...(request.inputs ?? [])] })
  const folder = storeOf(out, options)
  const lock = join(dirname(resolve(out)), `.${basename(out)}.sdc-driver`)
  if (options.resume === true && (await hasEnded(folder))) {
    const release = await holdAlone(lock, out)
    await removeEnded(folder)
    await release()
    say(`the run of the store ${folder} had ended, and ${out} was written; the store is removed`)
    return
  }
  const { document, cut } = await documentOf(request, out, folder)
  const releases: Release[] = []
  let isHeld = false
  let isSettled = false
  try {
    releases.push(await holdAlone(lock, out))
    await makeStore(folder)
    releases.push(await holdAlone(join(folder, 'driver'), `the store ${folder}`))
    isHeld = true
    // What a run left that was killed is of no use where nobody named it.
    if (options.store === undefined && options.resume !== true) await emptied(folder)
    const settled = await settlePlan(folder, document, options.resume === true)
    isSettled = true
    if (options.resume === true && !settled.found) say(`the store ${folder} holds no run yet: it begins`)
    await run(request, { out, folder, cut, ...settled })
  } catch (error) {
    // The store of a release has its key: it stays where going on is of use, and nowhere else.
    if (isSettled && document.release && !canGoOn(error, dataPath)) await rm(folder, { recursive: true, force: true })
    else if (isHeld) await removeUnnamed(folder, options)
    throw error
  } finally {
    for (const release of releases.reverse()) await release()
  }
}

/** The folder of a run's parts: the named one, else a hidden one beside the output. */
export function storeOf(out: string, { store }: PartsOptions): string {
  return store ?? join(dirname(resolve(out)), `.${basename(out)}.sdc-store`)
}

/** There is nothing to go on with where the run has ended: what it made is there, and its key may be the only one. */
async function refuseEnded(out: string, options: ReleaseOptions): Promise<void> {
  if (existsSync(out)) throw existsAlready(out)
  if (options.private !== undefined) await refuseTaken(options.private)
}

/** Where the masked file goes; throws where that cannot be. */
export function checkedOut({ out, resume }: PartsOptions, dataPath: string): string {
  if (out === undefined || out === '-') {
    const message = 'what is masked in parts goes to a file or folder, not to the standard output'
    throw new SdcError('BAD_OPTION', message, {}, 'Name it with -o.')
  }
  if (resume !== true && existsSync(out)) throw existsAlready(out)
  if (dirname(resolve(out)) === resolve(dataPath)) {
    const message = `${out} would be one of the parts of ${dataPath}`
    throw new SdcError('BAD_OPTION', message, { file: out }, 'Name a place outside of the folder that is read.')
  }
  return out
}

async function documentOf(
  { command, dataPath, format, schema, steps, options, plugins: further = [], replay, beside }: PartsRequest,
  out: string,
  folder: string,
): Promise<{ readonly document: PartsDocument; readonly cut: Cut }> {
  const known = options.resume === true ? await documentIn(folder) : undefined
  if (options.resume === true && known === undefined) await refuseEnded(out, options)
  const found = beside?.original ?? (await foundFiles(dataPath, format, schema, known?.source.csv, options.memory))
  const { source, csv, types } = found
  if (source.rows === 0) throw new SdcError('EMPTY_FILE', `${dataPath} has no records`, { file: dataPath }, '')
  const begun = known?.release === undefined ? rootRng(options.seed) : releaseRoot(known.release)
  const root = replay === undefined ? begun : replayOf(replay, found.bytes()).root
  const rng = replicateRng(root, replay?.attempt)
  const release =
    replay === undefined ? plannedRelease(options, root, source, schema) : replayedRelease(replay, source, schema)
  const plugins: { use: string; version: string }[] = []
  for (const use of [...pluginNames(command), ...further])
    plugins.push({ use, version: (await loadPlugin(use)).version })
  const written = beside?.masked.source ?? source
  const categories = categoriesOf(source)
  const ofMasked = beside === undefined ? 0 : categoriesOf(written)
  const file = { rows: source.rows, columns: written.names.length, categories: categories + ofMasked }
  const cut = cutOf(file, options)
  const { partBlocks, ranges, memory } = cut
  const document: PartsDocument = {
    format: FORMAT,
    sdc: ownVersion(),
    run: randomBytes(16).toString('hex'),
    source: {
      path: resolve(dataPath),
      fingerprint: source.fingerprint,
      ...(release && { content: replay?.inputHmac ?? inputHmac(root.state.key, found.bytes()) }),
      ...(csv && { csv }),
      categories,
    },
    ...(beside && {
      masked: {
        path: resolve(beside.path),
        fingerprint: beside.masked.source.fingerprint,
        csv: beside.masked.csv,
        categories: ofMasked,
        schema: beside.schema,
        columns: beside.columns,
      },
    }),
    sink: { path: resolve(out), types: beside === undefined ? types : typesOf(beside) },
    schema,
    steps,
    plugins,
    rng: { source: rng.state.source, key: Buffer.from(rng.state.key).toString('hex') },
    partBlocks,
    ranges,
    memory,
    release,
  }
  return { document, cut }
}

/** What is written is the masked file, in which columns have the values of the original. */
function typesOf({ original, masked, columns }: FoundBeside): PartsDocument['sink']['types'] {
  const mapped = Object.entries(original.types).filter(([name]) => columns.includes(name))
  return { ...masked.types, ...Object.fromEntries(mapped) }
}

/** A folder of the run alone: it is removed at the end. */
export async function makeStore(folder: string): Promise<void> {
  const names = await readdir(folder).catch((): string[] => [])
  if (names.length > 0 && !names.includes('driver') && (await documentIn(folder)) === undefined) {
    const message = `the folder ${folder} holds something else, and a store is removed at the end of its run`
    throw new SdcError('BAD_OPTION', message, { file: folder }, 'Name a folder that is empty or not there.')
  }
  await makeFolder(folder)
}

/** Removes the store of a run that failed where nobody named it, and nobody goes on with it. */
export async function removeUnnamed(folder: string, { store, resume }: PartsOptions): Promise<void> {
  if (store === undefined && resume !== true) await rm(folder, { recursive: true, force: true })
}

/** Removes what is in a store, but who holds it. */
export async function emptied(folder: string): Promise<void> {
  for (const name of await readdir(folder))
    if (name !== 'driver') await rm(join(folder, name), { recursive: true, force: true })
}

interface Settled {
  readonly out: string
  readonly folder: string
  readonly cut: Cut
  readonly document: PartsDocument
  readonly found: boolean
}

async function run(
  { registry, dataPath, options, replay, beside }: PartsRequest,
  { out, folder, cut: { workers }, document, found }: Settled,
): Promise<void> {
  const { plan, sources } = await openParts(folder, document, registry)
  if (!found) await plan.sink.discard?.()
  await folderStore(folder).sweep()
  const { release } = document
  const planned = plannedOrWhole(plan)
  const tasks = partsOf(plan.source.rows, plan.partBlocks).length
  const width = Math.min(workers, tasks)
  const bar = progress(beside ? 'mapping' : 'masking', { interruptible: true })
  const stop = new AbortController()
  const onInterrupt = (): void => stop.abort(new SdcError('CANCELLED', 'the run was interrupted'))
  process.once('SIGINT', onInterrupt)
  let launcher: Launcher | undefined
  let isKept = options.store !== undefined
  let isWritten = false
  try {
    const memory = options.memory ?? usualMemory()
    let outcome: WholeResult
    if (planned instanceof SdcError) {
      if (release) throw wholeRelease(planned)
      outcome = await runWhole(plan, planned, { memory, document })
    } else {
      for (const source of sources) refuseUnheld(planned, source)
      checkWindow(planned, document, workers)
      const isElsewhere = options.launcher === 'bullmq' || options.launcher === 'slurm'
      const who = isElsewhere
        ? `${sizeText(document.memory)} a task`
        : `${width} ${width === 1 ? 'process' : 'processes'}, ${sizeText(memory)}`
      say(
        `${beside ? `${beside.path} is mapped back` : `${dataPath} is masked`} in parts: ${plan.source.rows} ${plan.source.rows === 1 ? 'record' : 'records'} in ${tasks} ${tasks === 1 ? 'part' : 'parts'}, ${who}`,
      )
      if (release && replay === undefined) {
        const columns = planned.masked.map(({ name }) => name)
        ;(await openDoorsInParts({ ...plan, source: sources[0] }, columns, release, memory)).forEach(say)
        collectGarbage()
      }
      if (options.launcher === 'bullmq') launcher = await launchByBullmq(folder, options.redis)
      else if (options.launcher === 'slurm')
        launcher = await launchBySlurm(folder, planned, { slurm: options.slurm, workers, memory: document.memory })
      else if (width > 1) launcher = processLauncher({ script: process.argv[1], args: ['worker', folder], width })
      const bound = planned.around.plan.steps
      const tick = (at: PartsProgress): void => bar.at(stateOf(at, bound))
      const lost = (task: TaskOutcome): void => say(lostWords(task, bound))
      const before = async (result: PartsResult): Promise<void> => {
        if (release) await writeManifests({ ...document, release }, plan, result, replay)
      }
      outcome = await runInParts(plan, { launcher, signal: stop.signal, tick, before, lost })
    }
    bar.done()
    isKept = false
    isWritten = true
    outcome.warnings.forEach((warning) => say(`warning: ${warning}`))
    say(`${out}: ${outcome.rows} records; ${beside ? 'mapped' : 'masked'}: ${outcome.columns.join(', ')}`)
    if (release && replay === undefined) releasedSentences(release, plan.source, out, outcome.columns).forEach(say)
  } catch (error) {
    if (release && !canGoOn(error, dataPath)) isKept = false
    throw error
  } finally {
    bar.done()
    process.off('SIGINT', onInterrupt)
    await launcher?.close()
    for (const source of sources) source.close()
    if (isKept)
      say(
        release
          ? `the store ${folder} is kept, with the key of the release: --resume goes on with it; remove it where you do not`
          : `the store ${folder} is kept: --resume goes on with it`,
      )
    else {
      await plan.sink.discard?.()
      if (isWritten) await removeEnded(folder)
      else await rm(folder, { recursive: true, force: true })
    }
  }
}

/** Refuses a window that the memory of a worker does not hold. */
function checkWindow(planned: PlannedParts, { memory, source, masked }: PartsDocument, workers: number): void {
  const widest = widestWalk(planned)
  if (widest === undefined || widest.bytes <= memory) return
  const { method, column, window, bytes } = widest
  const process = bytes + PROCESS + (source.categories ?? 0) + (masked?.categories ?? 0)
  const least = sizeText(workers * process)
  const message = `${method} holds ${window} ranks of column "${column}" at a time, ${sizeText(bytes)}, and ${workers === 1 ? 'the process' : `each of ${workers} workers`} has ${sizeText(memory, 'down')} for it`
  const fewer = workers > 1 ? `, or --workers 1 --memory ${sizeText(process).replace(' ', '')}` : ''
  const advice = `Give --memory ${least.replace(' ', '')}, which is the least${fewer}; or a smaller window.`
  throw new SdcError('BAD_OPTION', message, { method, column }, advice)
}
