import { existsSync, readdirSync, statSync } from 'node:fs'
import { basename, dirname, join, resolve } from 'node:path'
import { existsAlready, folderStore, removeFolder } from '@sdc/files/node'
import {
  planParts,
  runInParts,
  widestWalk,
  type PartsPlan,
  type PartsResult,
  type PlannedParts,
} from '@sdc/engine/partitions'
import { manifestName } from '@sdc/inspect'
import { asInfo, asWarning, SdcError, type Message } from '@sdc/core'
import { sha256Hex } from '@sdc/engine'
import type { Masked } from '../../release/masked.js'
import type { Replayed } from '@sdc/inspect'
import { bytesAt } from './bytes-at.js'
import { disclosingColumnsInBlocks } from './disclosing-columns-in-blocks.js'
import { documentOf, type OutOfCoreRequest } from './mask-document.js'
import { drawLimits, measuredDraw, type DrawLimits } from './measured-draw.js'
import { judgeDraw, noDraw, type JudgedDraw } from '../../release/draw-within-limits.js'
import { maskingHintsInBlocks, refuseRepeatedInBlocks } from './masking-hints-in-blocks.js'
import { inOrder } from '../place/message-order.js'
import { sayOf, type FoundRun, type Place } from '../place/place.js'
import { writeManifests } from './release-manifests.js'
import { checkRelease, type ReleaseOptions } from './release-plan.js'
import { namesParquet } from '../files/format-of-file.js'
import { refuseWithinInput } from '../files/outputs.js'
import { canResume, keptMessage } from './release-sentences.js'
import { runMessages } from './run-messages.js'
import { collectGarbage } from '../work/collect-garbage.js'
import { PROCESS, sizeText, usualMemory } from '../place/cut.js'
import { driveRun, type DrivenRun, type RunControl } from '../work/driven-run.js'
import { hasEnded, removeEnded } from '../work/ended-run.js'
import { cutText, launcherOf } from '../work/launch.js'
import { lockFile } from '../work/locked-folder.js'
import { openParts } from '../work/open-plan.js'
import { MASKING } from '../work/plan-file.js'
import type { PartsDocument, PlannedRelease } from '../work/run-document.js'
import { foundFiles, refuseUnloaded, type OpenSource } from '../work/run-files.js'
import { lostMessage, stateOf } from '../work/stage-messages.js'
import { inWorkFolder, workFolderOf } from '../work/work-folder.js'

/**
 * Masks a Parquet or CSV file out of core, within the given memory and number of processes, and writes the same format.
 *
 * @param request - The file, the steps and the options.
 * @returns The result; its files are written.
 * @throws The errors of a run; BAD_OPTION if a step needs the whole file and it does not fit, the memory is too
 *   little, or another run uses the work folder or the output.
 */
export async function maskOutOfCore(request: OutOfCoreRequest): Promise<Masked> {
  const { options, place, dataPath } = request
  const out = checkedOut(options, place, dataPath)
  if (request.beside === undefined)
    await checkRelease(options, place, { steps: request.steps, inputs: [dataPath, ...(request.inputs ?? [])] })
  const folder = workFolderOf(out, place)
  const lock = join(dirname(resolve(out)), `.${basename(out)}.sdc-driver`)
  if (place.resume === true && (await hasEnded(folder))) {
    const release = await lockFile(lock, out)
    await removeEnded(folder)
    await release()
    const message = asInfo(
      `the run in the work folder ${folder} had ended, and ${out} was written; the work folder is removed`,
    )
    sayOf(place)(message)
    return endedRun(request, out, message)
  }
  const limits = drawLimits(request)
  for (let draw = 1; ; draw++) {
    // An interrupted run is resumed once: a draw after it starts from the beginning.
    const own = draw === 1 ? request : { ...request, place: { ...place, resume: undefined } }
    const { document, workers, notes } = await documentOf(own, { out, folder, attempt: draw })
    if (draw === 1) notes.forEach(sayOf(place))
    const { attempt } = document
    const beyond = new WeakMap<Error, 'again' | 'ends'>()
    // The work folder of a release contains its key, so it is kept only if the run can be resumed.
    const isOver = (error: unknown): boolean =>
      (error instanceof Error && beyond.has(error)) || (document.release !== undefined && !canResume(error, dataPath))
    const store = { folder, document, kind: MASKING, place: own.place, besides: { lock, what: out }, isOver }
    try {
      return await inWorkFolder(store, (settled) =>
        run(own, { out, folder, workers, isOver, limits, isFirst: draw === 1, beyond, ...settled }),
      )
    } catch (error) {
      if (!(error instanceof Error) || beyond.get(error) !== 'again' || attempt >= limits.draws) throw error
      draw = attempt
    }
  }
}

/**
 * Returns the name of the masked file; throws if it cannot be written, or is an existing release, which is never
 * overwritten.
 */
export function checkedOut(
  { out, release = false }: Pick<ReleaseOptions, 'out' | 'release'>,
  { resume }: Place,
  dataPath: string,
): string {
  if (out === undefined || out === '-') {
    const message = 'out of core, the result goes to a file or folder, not to the standard output'
    throw new SdcError('BAD_OPTION', message, {}, 'Name it with -o.')
  }
  if (resume !== true && existsSync(out) && (release || !isReplaceable(out))) throw existsAlready(out)
  refuseWithinInput(out, dataPath)
  return out
}

/** Returns true for a file, and for a folder with Parquet files only. */
function isReplaceable(path: string): boolean {
  const there = statSync(path)
  return there.isFile() || (there.isDirectory() && readdirSync(path).every(namesParquet))
}

interface Settled {
  readonly out: string
  readonly folder: string
  readonly workers: number
  readonly document: PartsDocument
  readonly found: boolean
  readonly isOver: (error: unknown) => boolean
  readonly limits: DrawLimits
  /** True for the first draw of this process, which reports everything that does not depend on a draw. */
  readonly isFirst: boolean
  /** Receives the error of a draw that exceeds a limit, and whether another draw may keep the limit. */
  readonly beyond: WeakMap<Error, 'again' | 'ends'>
}

async function run(request: OutOfCoreRequest, settled: Settled): Promise<Masked> {
  const { registry, dataPath, place, replay, beside } = request
  const messages: Message[] = []
  const say = (message: Message): void => {
    messages.push(message)
    sayOf(place)(message)
  }
  const { out, folder, workers, document, found, isOver, limits, isFirst } = settled
  const { plan, sources } = await openParts(folder, document, registry)
  if (!found) await plan.sink.discard?.()
  await folderStore(folder).sweep()
  const { release } = document
  const planned = planParts(plan)
  const memory = place.memory ?? usualMemory()
  const frame: DrivenRun = {
    place,
    folder,
    doing: beside ? 'mapping' : 'masking',
    sources,
    isOver,
    kept: keptMessage(document),
    removed: async (isDone) => {
      await plan.sink.discard?.()
      await (isDone ? removeEnded(folder) : removeFolder(folder))
    },
  }
  let again: Replayed | undefined
  let judged: JudgedDraw | undefined
  const made = async ({ bar, signal, setLauncher }: RunControl): Promise<PartsResult> => {
    if (isFirst && beside === undefined && replay === undefined)
      (await inputWarnings(plan, sources[0], memory)).forEach(say)
    const used = [...planned.used, ...(release?.renumbered ?? [])]
    for (const source of sources) refuseUnloaded(used, source)
    checkWindow(planned, document, workers)
    const launched = foundRun(folder, plan, planned, document, workers)
    const what = beside ? `${beside.path} is mapped back` : `${dataPath} is masked`
    if (isFirst) say(asInfo(`${what} out of core: ${cutText(launched, place)}`))
    if (isFirst && release && replay === undefined)
      (await disclosureMessages(plan, sources[0], planned, release, memory)).forEach(say)
    const { steps } = planned.around.plan
    return runInParts(plan, {
      launcher: setLauncher(await launcherOf(launched, place)),
      signal,
      tick: (at) => bar.at(stateOf(at, steps)),
      lost: (task) => say(asInfo(lostMessage(task, steps))),
      before: async (result) => {
        if (limits.limits.length + limits.failLimits.length > 0) judged = await judge(request, settled, plan, result)
        if (beside === undefined) again = await writeManifests(document, plan, result, replay)
        if (again && (again.same || release?.private !== undefined)) say(again.message)
      },
    })
  }
  const result = await driveRun(frame, async (control) => {
    const result = await made(control)
    control.bar.done()
    inOrder([...runMessages(result, request, document, sources[0], again), ...(judged?.messages ?? [])]).forEach(say)
    return result
  })
  const [{ rows: records, names }] = sources
  const hasManifest = beside === undefined && again?.same !== false
  return {
    input: { records, columns: names.length },
    files: [{ name: out, records: result.rows, sha256: () => sha256Hex(bytesAt(out)) }],
    manifest: hasManifest ? manifestName(out) : undefined,
    columns: result.columns,
    given: result.given,
    released: release !== undefined,
    attempt: document.attempt,
    kept: judged?.kept ?? [],
    messages,
    replayed: again,
  }
}

/** Judges a draw by its limits; an error for an exceeded one is noted in `beyond`. */
async function judge(
  request: OutOfCoreRequest,
  { document, limits, beyond }: Settled,
  plan: PartsPlan,
  result: PartsResult,
): Promise<JudgedDraw> {
  const measured = await measuredDraw(request, limits, document, plan, result)
  let next: 'again' | 'ends' = 'ends'
  try {
    const found = judgeDraw(document.attempt, measured, limits)
    if (found.beyond === '') return found
    next = 'again'
    return noDraw(limits.draws, found.beyond)
  } catch (error) {
    if (error instanceof Error) beyond.set(error, next)
    throw error
  }
}

/** Returns the warnings on the input of a run; refuses a release with repeated identifiers. */
async function inputWarnings(plan: PartsPlan, source: OpenSource, memory: number): Promise<readonly Message[]> {
  if (plan.release) await refuseRepeatedInBlocks(source, plan.schema, memory)
  const nans = [...((await source.nans?.()) ?? [])].map(([name, count]) => `${name} in ${count} records`)
  const hints = await maskingHintsInBlocks({ ...plan, source }, memory)
  collectGarbage()
  return [
    ...(nans.length > 0 ? [asWarning(`NaN counts as missing, and is written as null: ${nans.join(', ')}`)] : []),
    ...hints,
  ]
}

/** Searches the unmasked columns of a release for disclosure, and returns the messages. */
async function disclosureMessages(
  plan: PartsPlan,
  source: OpenSource,
  planned: PlannedParts,
  release: PlannedRelease,
  memory: number,
): Promise<readonly Message[]> {
  const columns = planned.masked.map(({ name }) => name)
  // Methods with a rule of their own for missing values fill or add some.
  const keeping = columns.filter((name) =>
    planned.ons.every(({ step }) => !step.columns.includes(name) || step.method.traits.missing !== 'own'),
  )
  const messages = await disclosingColumnsInBlocks({ ...plan, source }, columns, keeping, release, memory)
  collectGarbage()
  return messages
}

/** Returns the facts of a run for its launcher. */
function foundRun(
  folder: string,
  plan: PartsPlan,
  planned: PlannedParts,
  document: PartsDocument,
  workers: number,
): FoundRun {
  return {
    folder,
    rows: planned.around.source.rows,
    tasks: planned.around.parts.length,
    workers,
    memory: document.memory,
    partBlocks: plan.partBlocks,
    columns: planned.used.length,
  }
}

/** Returns the result of a run that had ended before it was resumed. */
async function endedRun(
  { steps, options, dataPath, form, schema, place, beside }: OutOfCoreRequest,
  out: string,
  message: Message,
): Promise<Masked> {
  const { source: original } = beside?.original ?? (await foundFiles(dataPath, form, schema, undefined, place.memory))
  const { source: made } = await foundFiles(
    out,
    namesParquet(out) ? 'parquet' : 'csv',
    undefined,
    undefined,
    place.memory,
  )
  const manifest = manifestName(out)
  return {
    input: { records: original.rows, columns: original.names.length },
    files: [{ name: out, records: made.rows, sha256: () => sha256Hex(bytesAt(out)) }],
    manifest: existsSync(manifest) ? manifest : undefined,
    columns: [...new Set(steps.flatMap(({ columns }) => (Array.isArray(columns) ? columns : [])))],
    given: [],
    released: options.release === true,
    attempt: 1,
    kept: [],
    messages: [message],
  }
}

/** Refuses a window that does not fit in the memory of a worker. */
function checkWindow(planned: PlannedParts, { memory, source, masked }: PartsDocument, workers: number): void {
  const widest = widestWalk(planned)
  if (widest === undefined || widest.bytes <= memory) return
  const { method, column, window, bytes } = widest
  const process = bytes + PROCESS + (source.categories ?? 0) + (masked?.categories ?? 0)
  const least = sizeText(workers * process)
  const message =
    `${method} holds ${window} ranks of column "${column}" at a time, ${sizeText(bytes)}, but ` +
    `${workers === 1 ? 'the process' : `each of ${workers} workers`} has ${sizeText(memory, 'down')} for it`
  const fewer = workers > 1 ? `, or --workers 1 --memory ${sizeText(process).replace(' ', '')}` : ''
  const fix = `Allow at least --memory ${least.replace(' ', '')}${fewer}; or use a smaller window.`
  throw new SdcError('BAD_OPTION', message, { method, column }, fix)
}
