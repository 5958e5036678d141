import { errorFrom, SdcError } from '@sdc/core'
import type { Call, Calls, Question, Reply, WorkerPort } from './protocol/messages.js'
import type { ComparisonView, Measurements } from './protocol/comparison-types.js'
import type { Progress } from './protocol/protocol.js'

/** Callbacks while a worker answers. */
export interface Listening {
  readonly progress?: ((progress: Progress) => void) | undefined
  readonly grew?: ((view: ComparisonView) => void) | undefined
  readonly measured?: ((measured: Measurements[number]) => void) | undefined
  readonly piece?: ((bytes: Uint8Array<ArrayBuffer>) => Promise<void>) | undefined
  readonly part?: ((part: Blob) => Promise<void>) | undefined
  /** Requests an end with the results so far. */
  readonly stop?: AbortSignal | undefined
}

/** Client of a worker; after its end, every question is refused. */
export interface WorkerClient {
  ask<C extends Call>(call: C, ask: Calls[C], listening?: Listening): Promise<unknown>
  /** Ends it; unanswered questions are refused with this error. */
  end(error?: Error): void
  readonly ended: boolean
}

interface Open extends Listening {
  resolve(answer: unknown): void
  reject(error: unknown): void
}

/**
 * Returns a client for a worker.
 *
 * @param port - The worker.
 * @param startThread - Starts another one that runs candidates for it, and ends with it.
 * @returns The client. It throws WORKER_LOST if the worker fails, CANCELLED if it is ended.
 */
export function workerClient(port: WorkerPort, startThread?: () => WorkerPort): WorkerClient {
  const threads = new Map<number, WorkerPort>()
  const open = new Map<number, Open>()
  let last = 0
  let ended = false
  const end = (error: Error = new SdcError('CANCELLED', 'the work was stopped')): void => {
    if (ended) return
    ended = true
    port.terminate()
    for (const thread of threads.values()) thread.terminate()
    threads.clear()
    for (const { reject } of open.values()) reject(error)
    open.clear()
  }
  const give = async (id: number, taken: Promise<void> | undefined, { reject }: Open): Promise<void> => {
    try {
      await taken
      if (!ended) port.postMessage({ id: 0, call: 'more', ask: { id } } satisfies Question<'more'>)
    } catch (error) {
      open.delete(id)
      reject(error)
    }
  }
  const begin = (thread: number, channel: MessagePort): void => {
    if (startThread === undefined || ended) return
    const worker = startThread()
    threads.set(thread, worker)
    worker.onerror = (event) => {
      event.preventDefault?.()
      const message = event.message ?? 'no more is known'
      if (!ended) port.postMessage({ id: 0, call: 'lost', ask: { thread, message } } satisfies Question<'lost'>)
    }
    worker.postMessage(channel, [channel])
  }
  port.onmessage = ({ data }) => {
    const reply = data as Reply
    if (reply.type === 'thread') begin(reply.thread, reply.port)
    if (reply.type === 'thread ended') {
      threads.get(reply.thread)?.terminate()
      threads.delete(reply.thread)
    }
    const asked = open.get(reply.id)
    if (asked === undefined || reply.type === 'thread' || reply.type === 'thread ended') return
    if (reply.type === 'progress') asked.progress?.(reply.progress)
    else if (reply.type === 'grew') asked.grew?.(reply.view)
    else if (reply.type === 'measured') asked.measured?.(reply.measured)
    else if (reply.type === 'piece') void give(reply.id, asked.piece?.(reply.bytes), asked)
    else if (reply.type === 'part') void give(reply.id, asked.part?.(reply.part), asked)
    else {
      open.delete(reply.id)
      if (reply.type === 'done') asked.resolve(reply.answer)
      else asked.reject(reply.type === 'failed' ? errorFrom(reply.error) : new Error(reply.message))
    }
  }
  port.onerror = (event) => {
    event.preventDefault?.()
    const fix = 'The browser may have run out of memory. Try again with fewer columns or methods.'
    end(
      new SdcError(
        'WORKER_LOST',
        `the worker ended before its work did: ${event.message ?? 'no more is known'}`,
        {},
        fix,
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
        listening.stop?.addEventListener('abort', () => {
          if (open.has(id)) port.postMessage({ id: 0, call: 'stop', ask: { id } } satisfies Question<'stop'>)
        })
      }),
    end,
    get ended() {
      return ended
    },
  }
}
