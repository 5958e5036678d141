import { removeFolder } from '@sdc/files/node'
import { type Launcher } from '@sdc/engine/partitions'
import { asInfo, SdcError } from '@sdc/core'
import { progressOf, sayOf, type FlowProgress, type Place } from '../place/place.js'
import type { OpenSource } from './run-files.js'

/** A run to drive, and the treatment of its work folder. */
export interface DrivenRun {
  readonly place: Place
  readonly folder: string
  /** Activity, for progress: `masking`. */
  readonly doing: string
  readonly sources: readonly OpenSource[]
  /** Returns true if the work folder is removed after this error, even if it was named. */
  readonly isOver?: ((error: unknown) => boolean) | undefined
  /** Secrets in a kept work folder, as a text for the message. */
  readonly kept?: string
  /** Removes the work folder of a run that has ended; without it, the folder is removed anyway. */
  readonly removed?: ((isDone: boolean) => Promise<void>) | undefined
}

const HOW_TO_RESUME = '--resume continues it while its files are unchanged; else remove the folder'

/** Progress, signal and launcher of a driven run. */
export interface RunControl {
  readonly bar: FlowProgress
  readonly signal: AbortSignal
  /** Receives the launcher of the tasks, which is closed at the end. */
  readonly setLauncher: (launcher: Launcher | undefined) => Launcher | undefined
}

/**
 * Drives a run until it ends, fails or is interrupted. Then closes its launcher and its files, and removes the work
 * folder or reports that it is kept.
 *
 * @param run - The run to drive.
 * @param work - The run itself.
 * @returns The result of the run.
 * @throws The errors of `work`; CANCELLED if the run is interrupted.
 */
export async function driveRun<R>(
  { place, folder, doing, sources, isOver, kept = '', removed }: DrivenRun,
  work: (control: RunControl) => Promise<R>,
): Promise<R> {
  const bar = progressOf(place, doing, { interruptible: true })
  const stop = new AbortController()
  const asked = place.watch?.signal
  const onAbort = (): void => stop.abort(new SdcError('CANCELLED', 'the run was interrupted'))
  if (asked?.aborted === true) onAbort()
  asked?.addEventListener('abort', onAbort)
  let launcher: Launcher | undefined
  let isKept = place.workFolder !== undefined
  let isDone = false
  try {
    const result = await work({ bar, signal: stop.signal, setLauncher: (one) => (launcher = one) })
    isKept = false
    isDone = true
    return result
  } catch (error) {
    if (isOver?.(error) === true) isKept = false
    throw error
  } finally {
    bar.done()
    await launcher?.close()
    for (const source of sources) source.close()
    if (isKept) sayOf(place)(asInfo(`the work folder ${folder} is kept${kept}: ${HOW_TO_RESUME}`))
    else if (removed) await removed(isDone)
    else await removeFolder(folder)
    asked?.removeEventListener('abort', onAbort)
  }
}
