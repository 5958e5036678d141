import { errorFrom, SdcError } from '@sdc/core'
import type { FromWorker, ToWorker } from './messages.js'
import type { OpenWork, PlainWork, Task, TaskOutcome } from './work.js'

/** A thread in a pool: of Node, or a worker of a browser. */
export interface Thread {
  /** Sends the work, then tasks. */
  post(message: ToWorker): void
  /** Ends the thread at once; ending it twice is allowed. */
  terminate(): Promise<unknown>
  /** Sets whether the waiting thread keeps the program alive. */
  hold(isHeld: boolean): void
}

/** Events that a thread reports to its pool. */
export interface ThreadEvents {
  heard(message: FromWorker): void
  /** Reports the end of the thread, with the reason: `exit status 7`. Only the first report counts. */
  lost(how: string): void
}

export interface PoolOptions {
  readonly width: number
  /** Starts a thread that runs `serveTasks`. */
  start(events: ThreadEvents): Thread
  /** Signal that ends the run at once, with CANCELLED. */
  readonly signal?: AbortSignal | undefined
  /** Advice for a task whose thread ended, in whole sentences. */
  readonly fix: string
}

/** A thread of a pool, with its state. */
interface Member {
  readonly thread: Thread
  /** True if it has loaded its plugins and waits for tasks. */
  ready: boolean
  /** Place of the task that it runs. */
  place: number | undefined
  fraction: number
}

/** Tasks that are being run. */
interface Run {
  readonly tasks: readonly Task[]
  readonly outcomes: Map<number, TaskOutcome>
  /** Place of the next task to assign. */
  next: number
  tick(fraction: number): void
  done(place: number, outcome: TaskOutcome): void
  resolve(outcomes: readonly TaskOutcome[]): void
  reject(error: unknown): void
}

/**
 * Opens a pool of threads for one work. Each thread is sent the work once. At most one thread per task is started, when
 * there is a task for it, and kept until the work is closed. A thread that is lost fails its own task (WORKER_LOST,
 * with the candidate's name), and another replaces it. The run ends if a thread is lost before it was ready, since no
 * other would start.
 *
 * @param work - Plain data.
 * @param options - Number of threads, and the function that starts one.
 * @returns The work, ready to run tasks; to be closed.
 */
export function openPool(work: PlainWork, { width, start, signal, fix }: PoolOptions): OpenWork {
  const members = new Set<Member>()
  let run: Run | undefined
  let isClosed = false
  let stopping: Promise<unknown> = Promise.resolve()

  const stopAll = (): Promise<unknown> => {
    const all = [...members].map(({ thread }) => thread.terminate())
    // Messages of threads outside the set are ignored.
    members.clear()
    stopping = Promise.all([stopping, ...all])
    return stopping
  }
  /** Ends the run at once: no thread continues unneeded work. */
  const fail = async (cause: unknown): Promise<void> => {
    const ended = run
    run = undefined
    await stopAll()
    ended?.reject(cause)
  }
  const told = ({ outcomes, tasks, tick }: Run): void => {
    let sum = outcomes.size
    for (const { place, fraction } of members) if (place !== undefined) sum += fraction
    tick(sum / tasks.length)
  }
  const keep = (now: Run, place: number, outcome: TaskOutcome): void => {
    now.outcomes.set(place, outcome)
    now.done(place, outcome)
    told(now)
    if (now.outcomes.size < now.tasks.length) return
    run = undefined
    // A waiting thread does not keep the program alive.
    for (const { thread } of members) thread.hold(false)
    now.resolve(now.tasks.map((_, i) => now.outcomes.get(i) as TaskOutcome))
  }
  const handOut = (member: Member): void => {
    if (run === undefined || !member.ready || member.place !== undefined || run.next >= run.tasks.length) return
    const place = run.next++
    member.place = place
    member.fraction = 0
    member.thread.post({ type: 'task', task: run.tasks[place] })
  }

  const hear = (member: Member, message: FromWorker): void => {
    if (message.type === 'failed') {
      const { error, bug } = message
      void fail(error ? errorFrom(error) : new Error(`in a worker: ${bug ?? 'unknown'}`))
      return
    }
    if (message.type === 'ready') member.ready = true
    const { place } = member
    if (run !== undefined && place !== undefined && message.type === 'tick') {
      member.fraction = message.fraction
      told(run)
    } else if (run !== undefined && place !== undefined && message.type === 'done') {
      member.place = undefined
      keep(run, place, message.outcome)
    }
    handOut(member)
  }
  const lose = ({ place, ready }: Member, how: string): void => {
    if (run === undefined) return
    if (!ready) {
      void fail(new Error(`a worker did not start: ${how}`))
      return
    }
    if (place !== undefined) keep(run, place, lostTask(run.tasks[place], how, fix))
    if (run !== undefined && run.next < run.tasks.length) add()
  }
  /** An error of the caller's listener ends the run, as an error of a task does. */
  const guarded = (react: () => void): void => {
    try {
      react()
    } catch (error) {
      void fail(error)
    }
  }
  const add = (): void => {
    const thread = start({
      heard(message) {
        if (members.has(member)) guarded(() => hear(member, message))
      },
      lost(how) {
        if (!members.delete(member)) return
        // The thread may continue if only its last message was lost.
        void thread.terminate()
        guarded(() => lose(member, how))
      },
    })
    const member: Member = { thread, ready: false, place: undefined, fraction: 0 }
    members.add(member)
    thread.post({ type: 'work', work })
  }

  const stop = (): void => void fail(new SdcError('CANCELLED', 'the run was stopped; nothing was written'))
  signal?.addEventListener('abort', stop)

  return {
    run(tasks, tick, done = () => {}) {
      if (signal?.aborted) return Promise.reject(new SdcError('CANCELLED', 'the run was stopped before it began'))
      if (isClosed) return Promise.reject(new Error('the work was closed'))
      if (run !== undefined) return Promise.reject(new Error('one run of a work after the other'))
      if (tasks.length === 0) return Promise.resolve([])
      return new Promise((resolve, reject) => {
        run = { tasks, outcomes: new Map(), next: 0, tick, done, resolve, reject }
        guarded(() => {
          for (const { thread } of members) thread.hold(true)
          while (members.size < Math.min(width, tasks.length)) add()
          members.forEach(handOut)
        })
      })
    },
    async close() {
      isClosed = true
      signal?.removeEventListener('abort', stop)
      if (run !== undefined) void fail(new SdcError('CANCELLED', 'the work was closed before it was done'))
      await stopAll()
    },
  }
}

function lostTask({ label }: Task, how: string, fix: string): TaskOutcome {
  const message = `the worker for ${label} ended before it was done: ${how}`
  return { values: new Map(), error: { code: 'WORKER_LOST', message, place: { candidate: label }, fix } }
}
