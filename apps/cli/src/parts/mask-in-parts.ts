import { existsSync } from 'node:fs'
import { basename, dirname, join, resolve } from 'node:path'
import { asInfo, asWarning, SdcError } from '@sdc/core'
import { existsAlready, removeFolder, folderStore } from '@sdc/files/node'
import { runInParts, widestWalk, type PlannedParts } from '@sdc/engine/partitions'
import { refuseDifferent, type Replayed } from '@sdc/inspect'
import { inOrder } from '../output/deliver.js'
import { say } from '../terminal/progress.js'
import { collectGarbage } from './collect-garbage.js'
import { PROCESS, sizeText, usualMemory } from './cut.js'
import { driven, type DrivenRun, type Wheel } from './driven-run.js'
import { hasEnded, removeEnded } from './ended-store.js'
import { holdAlone } from './held-folder.js'
import { inStore, storeOf } from './held-store.js'
import { cutText, launcherOf, type LaunchedRun } from './launchers.js'
import { documentOf, type PartsRequest } from './mask-document.js'
import { maskingHintsInParts, refuseRepeatedInParts } from './masking-hints-in-parts.js'
import { disclosingColumnsInParts } from './disclosing-columns-in-parts.js'
import type { PartsDocument } from './parts-document.js'
import { refuseUnloaded } from './parts-files.js'
import type { PartsOptions } from './parts-options.js'
import { MASKING, openParts } from './parts-plan.js'
import { writeManifests } from './release-manifests.js'
import { checkRelease } from './release-plan.js'
import { canGoOn, keptMessage, wholeRelease } from './release-words.js'
import { runMessages } from './run-words.js'
import { lostMessage, stateOf } from './stage-words.js'
import { plannedOrWhole, runWhole, type WholeResult } from './whole-file.js'

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
    say(asInfo(`the run in the work folder ${folder} had ended, and ${out} was written; the work folder is removed`))
    return
  }
  const { document, workers } = await documentOf(request, out, folder)
  // The store of a release has its key: it stays where going on is of use, and nowhere else.
  const isOver = (error: unknown): boolean => document.release !== undefined && !canGoOn(error, dataPath)
  const store = { folder, document, kind: MASKING, options, besides: { lock, what: out }, isOver }
  await inStore(store, (settled) => run(request, { out, folder, workers, isOver, ...settled }))
}

/** Where the masked file goes; throws where that cannot be. */
export function checkedOut({ out, resume }: PartsOptions, dataPath: string): string {
  if (out === undefined || out === '-') {
    const message = 'out of core, the result goes to a file or folder, not to the standard output'
    throw new SdcError('BAD_OPTION', message, {}, 'Name it with -o.')
  }
  if (resume !== true && existsSync(out)) throw existsAlready(out)
  if (dirname(resolve(out)) === resolve(dataPath)) {
    const message = `${out} would be a partition of the input ${dataPath}`
    throw new SdcError('BAD_OPTION', message, { file: out }, 'Name a path outside of the input folder.')
  }
  return out
}

interface Settled {
  readonly out: string
  readonly folder: string
  readonly workers: number
  readonly document: PartsDocument
  readonly found: boolean
  readonly isOver: (error: unknown) => boolean
}

async function run(request: PartsRequest, settled: Settled): Promise<void> {
  const { registry, dataPath, options, replay, beside } = request
  const { out, folder, workers, document, found, isOver } = settled
  const { plan, sources } = await openParts(folder, document, registry)
  if (!found) await plan.sink.discard?.()
  await folderStore(folder).sweep()
  const { release } = document
  const planned = plannedOrWhole(plan)
  const memory = options.memory ?? usualMemory()
  const frame: DrivenRun = {
    folder,
    doing: beside ? 'mapping' : 'masking',
    sources,
    isNamed: options.workFolder !== undefined,
    isOver,
    kept: keptMessage(document),
    removed: async (isDone) => {
      await plan.sink.discard?.()
      await (isDone ? removeEnded(folder) : removeFolder(folder))
    },
  }
  let again: Replayed | undefined
  const made = async ({ bar, signal, takes }: Wheel): Promise<WholeResult> => {
    if (beside === undefined && replay === undefined) {
      if (release) await refuseRepeatedInParts(sources[0], plan.schema, memory)
      const nans = [...((await sources[0].nans?.()) ?? [])].map(([name, count]) => `${name} in ${count} records`)
      if (nans.length > 0) say(asWarning(`NaN counts as missing, and is written as null: ${nans.join(', ')}`))
      ;(await maskingHintsInParts({ ...plan, source: sources[0] }, memory)).forEach(say)
      collectGarbage()
    }
    if (planned instanceof SdcError) {
      if (release) throw wholeRelease(planned)
      return runWhole(plan, planned, { memory, document })
    }
    const used = [...planned.used, ...(release?.renumbered ?? [])]
    for (const source of sources) refuseUnloaded(used, source)
    checkWindow(planned, document, workers)
    const launched: LaunchedRun = {
      rows: planned.around.source.rows,
      tasks: planned.around.parts.length,
      workers,
      memory: document.memory,
      partBlocks: plan.partBlocks,
      columns: planned.used.length,
    }
    const what = beside ? `${beside.path} is mapped back` : `${dataPath} is masked`
    say(asInfo(`${what} out of core: ${cutText(launched, options)}`))
    if (release && replay === undefined) {
      const columns = planned.masked.map(({ name }) => name)
      // Methods with a rule of their own for missing cells fill or add some.
      const keeping = columns.filter((name) =>
        planned.ons.every(({ step }) => !step.columns.includes(name) || step.method.traits.missing !== 'own'),
      )
      ;(await disclosingColumnsInParts({ ...plan, source: sources[0] }, columns, keeping, release, memory)).forEach(say)
      collectGarbage()
    }
    const { steps } = planned.around.plan
    return runInParts(plan, {
      launcher: takes(await launcherOf(folder, launched, options)),
      signal,
      tick: (at) => bar.at(stateOf(at, steps)),
      lost: (task) => say(asInfo(lostMessage(task, steps))),
      before: async (result) => {
        if (release) again = await writeManifests({ ...document, release }, plan, result, replay)
      },
    })
  }
  await driven(frame, async (wheel) => {
    const result = await made(wheel)
    wheel.bar.done()
    const { seed, momentMargin } = options
    const { source } = plan
    const told = {
      data: dataPath,
      out,
      source,
      isMapped: beside !== undefined,
      release,
      isReplay: replay !== undefined,
    }
    inOrder(runMessages(result, { ...told, seed, momentMargin })).forEach(say)
  })
  refuseDifferent(again)
}

/** Refuses a window that the memory of a worker does not hold. */
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
