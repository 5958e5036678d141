import { removeFolder } from '@sdc/files/node'
import { type Launcher } from '@sdc/engine/partitions'
import { asInfo, SdcError } from '@sdc/core'
import { progressOf, sayOf, type FlowProgress, type Place } from '../place/place.js'
import type { OpenSource } from './run-files.js'

/** What is driven, and what becomes of its store. */
export interface DrivenRun {
  readonly place: Place
  readonly folder: string
  /** What is done, for who watches: `masking`. */
  readonly doing: string
  readonly sources: readonly OpenSource[]
  /** Whether a store goes after an error, named or not. */
  readonly isOver?: ((error: unknown) => boolean) | undefined
  /** What is in a store that stays, besides what every run leaves. */
  readonly kept?: string
  /** Removes the store of a run that has ended; any way where nobody says. */
  readonly removed?: ((isDone: boolean) => Promise<void>) | undefined
}

const GOES_ON = '--resume continues it while its files are unchanged; else remove the folder'

/** What a run works with while it is driven. */
export interface Wheel {
  readonly bar: FlowProgress
  readonly signal: AbortSignal
  /** Hands over who runs the tasks: the launcher is closed at the end. */
  readonly takes: (launcher: Launcher | undefined) => Launcher | undefined
}

/**
 * Drives a run until it ends, fails or is interrupted: closes who ran its tasks, and the files, and removes the store, or says that
 * it is kept.
 *
 * @param run - What is driven.
 * @param work - The run itself.
 * @returns What the run gives.
 * @throws what it throws; CANCELLED where it is interrupted.
 */
export async function driven<R>(
  { place, folder, doing, sources, isOver, kept = '', removed }: DrivenRun,
  work: (wheel: Wheel) => Promise<R>,
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
    const result = await work({ bar, signal: stop.signal, takes: (one) => (launcher = one) })
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
    if (isKept) sayOf(place)(asInfo(`the work folder ${folder} is kept${kept}: ${GOES_ON}`))
    else if (removed) await removed(isDone)
    else await removeFolder(folder)
    asked?.removeEventListener('abort', onAbort)
  }
}
