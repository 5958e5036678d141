import { errorFrom, SdcError } from '@sdc/core'
import type { Call, Calls, Question, Reply, WorkerPort } from './messages.js'
import type { ComparisonView, Progress } from './protocol.js'

/** Who is told while a worker answers. */
export interface Listening {
  readonly progress?: ((progress: Progress) => void) | undefined
  readonly grew?: ((view: ComparisonView) => void) | undefined
  readonly piece?: ((bytes: Uint8Array<ArrayBuffer>) => Promise<void>) | undefined
}

/** A worker that can be asked; after it has ended, every question is refused. */
export interface AskedWorker {
  ask<C extends Call>(call: C, ask: Calls[C], listening?: Listening): Promise<unknown>
  /** Ends it: what it was asked and has not answered is refused with this. */
  end(error?: Error): void
  readonly ended: boolean
}

interface Open extends Listening {
  resolve(answer: unknown): void
  reject(error: unknown): void
}

/**
 * A worker, to be asked.
 *
 * @param port - The worker.
 * @returns What asks it: WORKER_LOST where it dies, CANCELLED where it is ended.
 */
export function askedWorker(port: WorkerPort): AskedWorker {
  const open = new Map<number, Open>()
  let last = 0
  let ended = false
  const end = (error: Error = new SdcError('CANCELLED', 'the work was stopped')): void => {
    if (ended) return
    ended = true
    port.terminate()
    for (const { reject } of open.values()) reject(error)
    open.clear()
  }
  const give = async (id: number, bytes: Uint8Array<ArrayBuffer>, { piece, reject }: Open): Promise<void> => {
    try {
      await piece?.(bytes)
      if (!ended) port.postMessage({ id: 0, call: 'more', ask: { id } } satisfies Question<'more'>)
    } catch (error) {
      open.delete(id)
      reject(error)
    }
  }
  port.onmessage = ({ data }) => {
    const reply = data as Reply
    const asked = open.get(reply.id)
    if (asked === undefined) return
    if (reply.type === 'progress') asked.progress?.(reply.progress)
    else if (reply.type === 'grew') asked.grew?.(reply.view)
    else if (reply.type === 'piece') void give(reply.id, reply.bytes, asked)
    else {
      open.delete(reply.id)
      if (reply.type === 'done') asked.resolve(reply.answer)
      else asked.reject(reply.type === 'failed' ? errorFrom(reply.error) : new Error(reply.message))
    }
  }
  port.onerror = (event) => {
    event.preventDefault?.()
    const advice = 'It may have needed more memory than there is. Try again, with fewer columns or methods.'
    end(
      new SdcError(
        'WORKER_LOST',
        `the worker ended before its work did: ${event.message ?? 'no more is known'}`,
        {},
        advice,
      ),
    )
  }
  return {
    ask: (call, ask, listening = {}) =>
      new Promise((resolve, reject) => {
        if (ended) {
          reject(new SdcError('CANCELLED', 'the work was stopped'))
          return
        }
        const id = ++last
        open.set(id, { ...listening, resolve, reject })
        port.postMessage({ id, call, ask } satisfies Question)
      }),
    end,
    get ended() {
      return ended
    },
  }
}
