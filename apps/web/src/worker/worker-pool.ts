import { isSdcError, SdcError } from '@sdc/core'
import type { WorkerClient, Listening } from './worker-client.js'
import type { Call, Calls, JobData } from './protocol/messages.js'
import type { PairName } from './protocol/pair-types.js'
import { isLarge } from './data/room.js'
import type { OpenedFile } from './protocol/file-types.js'
import type { Ask } from './protocol/protocol.js'
import type { Settings } from './protocol/settings-types.js'

/** Questions about the open file, without its name. */
type Asked<C extends Call> = Omit<Calls[C], 'data'>

/**
 * Workers by the file that they have in memory. One has the open file and answers at once. Jobs run in others, which
 * are ended to cancel them; one of these is kept with the file that it read. A large file is in memory once: its jobs
 * run in its worker, which reads the file again after a cancelled job.
 */
export class WorkerPool {
  #opened: { readonly worker: WorkerClient; readonly data: JobData } | undefined
  #idle: WorkerClient | undefined
  /** Worker with the drawn release or the protected table. */
  #released: WorkerClient | undefined
  /** Workers with the run of the chosen candidate, and with a masked file from elsewhere. */
  #pairs: { chosen?: WorkerClient; elsewhere?: WorkerClient } = {}
  readonly #asked = new Set<WorkerClient>()
  readonly #start: () => WorkerClient

  /** @param start - Starts a worker. */
  constructor(start: () => WorkerClient) {
    this.#start = start
  }

  /**
   * Returns the open file as read with the settings.
   *
   * @param settings - By default those with which it is open.
   * @throws NO_COLUMNS if no file is open.
   */
  file(settings?: Settings): JobData {
    return readWith(this.#holder().data, settings)
  }

  /**
   * Opens a file in a new worker, which replaces all others.
   *
   * @param file - The file.
   * @param schema - Facts that the user stated about it.
   * @param how - Progress and signal.
   * @returns The file as opened. After an error the previous file stays open.
   */
  async open(file: File, schema: Calls['open']['schema'], how: Ask): Promise<OpenedFile> {
    // While another file is read, a large one can be dropped, since it can be read again.
    if (this.#isHeldOnce() && this.#opened?.worker !== this.#released) this.#opened?.worker.end()
    const worker = this.#start()
    try {
      const answer = await this.ask(worker, 'open', { file, schema }, how)
      const { view, sum } = answer as { readonly view: OpenedFile; readonly sum: number }
      this.#endAll()
      this.#opened = { worker, data: { file, schema: view.proposed, sum } }
      return view
    } catch (error) {
      worker.end()
      throw error
    }
  }

  /** Reads the open file again with another schema. */
  async reopen(schema: JobData['schema'], how: Ask): Promise<OpenedFile> {
    const { worker, data } = this.#holder()
    const view = (await this.ask(worker, 'reopen', { data: { ...data, schema } }, how)) as OpenedFile
    this.#opened = { ...this.#holder(), data: { ...data, schema } }
    return view
  }

  /** Asks a question that changes nothing; it is repeated if the worker was ended meanwhile by a cancelled job. */
  async look<C extends Call>(call: C, ask: Asked<C>): Promise<unknown> {
    const { worker, data } = this.#holder()
    const { settings } = ask as { readonly settings?: Settings | undefined }
    try {
      return await worker.ask(call, { ...ask, data: readWith(data, settings) } as unknown as Calls[C])
    } catch (error) {
      const isEnded = isSdcError(error) && error.code === 'CANCELLED'
      if (!isEnded || this.#opened?.data !== data) throw error
      return await this.look(call, ask)
    }
  }

  /** Asks a question that needs no data, in the worker with the data or in a temporary one. */
  async aside<C extends Call>(call: C, ask: Calls[C]): Promise<unknown> {
    if (this.#opened !== undefined) return await this.#opened.worker.ask(call, ask)
    const worker = this.#start()
    try {
      return await this.ask(worker, call, ask, {})
    } finally {
      worker.end()
    }
  }

  /** Asks a worker, which ends at the caller's signal or if it fails. */
  async ask<C extends Call>(
    worker: WorkerClient,
    call: C,
    ask: Calls[C],
    { signal, ...listening }: Ask & Listening,
  ): Promise<unknown> {
    const stop = (): void => worker.end()
    if (signal?.aborted === true) stop()
    signal?.addEventListener('abort', stop, { once: true })
    this.#asked.add(worker)
    try {
      return await worker.ask(call, ask, listening)
    } finally {
      signal?.removeEventListener('abort', stop)
      if (worker.ended) this.#asked.delete(worker)
    }
  }

  /**
   * Runs a job in the idle worker with the file, or in a new one, but never in the worker with the only draw.
   *
   * @param call - Name of the job.
   * @param ask - Its parameters.
   * @param how - Callbacks and signal.
   * @returns The answer and the worker, which the caller keeps or puts to rest.
   */
  async job<C extends Call>(call: C, ask: Calls[C], how: Ask & Listening): Promise<[unknown, WorkerClient]> {
    const worker = this.#workerFor(call)
    if (worker === this.#idle || this.#idle?.ended === true) this.#idle = undefined
    return [await this.ask(worker, call, ask, how), worker]
  }

  /** Keeps a worker after its job for the next one, or ends it if one is kept already. */
  rest(worker: WorkerClient): void {
    if (worker === this.#opened?.worker) return
    if (this.#idle === undefined && !worker.ended) this.#idle = worker
    else worker.end()
  }

  /** Keeps a worker with its masked file until another one of its kind exists. */
  keepPair(pair: Exclude<PairName, 'released'>, worker: WorkerClient): void {
    const before = this.#pairs[pair]
    this.#pairs[pair] = worker
    if (before !== worker && before !== this.#opened?.worker && before !== this.#released) before?.end()
  }

  /** Keeps a worker with its release or table, and ends the previous one. */
  keepReleased(worker: WorkerClient): void {
    const before = this.#released
    this.#released = worker
    if (before !== worker && before !== this.#opened?.worker) before?.end()
  }

  /** Keeps a worker with its draw; a large file stays in memory there only. */
  keepDraw(worker: WorkerClient): void {
    this.keepReleased(worker)
    if (this.#opened === undefined || !this.#isHeldOnce() || this.#opened.worker === worker) return
    this.#opened.worker.end()
    this.#opened = { ...this.#opened, worker }
  }

  /**
   * Returns the worker with a masked file.
   *
   * @throws FILE if there is none.
   */
  pair(pair: PairName): WorkerClient {
    if (pair === 'released') return this.released()
    const worker = this.#pairs[pair]
    if (worker !== undefined && !worker.ended) return worker
    const fix = pair === 'chosen' ? 'Examine the candidate again.' : 'Open the masked file again.'
    throw new SdcError('FILE', 'the masked file is no longer in memory', {}, fix)
  }

  /**
   * Returns the worker with the drawn release or the protected table.
   *
   * @throws FILE if there is none.
   */
  released(): WorkerClient {
    if (this.#released === undefined || this.#released.ended)
      throw new SdcError('FILE', 'there is no release', {}, 'Create a release first.')
    return this.#released
  }

  /** Ends all workers. */
  close(): void {
    this.#endAll()
    for (const one of this.#asked) one.end()
  }

  #holder(): { readonly worker: WorkerClient; readonly data: JobData } {
    if (this.#opened === undefined) throw new SdcError('NO_COLUMNS', 'no file is open', {}, 'Open a file first.')
    // It was ended with a job; another worker reads the file at once.
    if (this.#opened.worker.ended) this.#opened = { ...this.#opened, worker: this.#start() }
    return this.#opened
  }

  /** Returns true if the open file is too large to be in the memory of two workers. */
  #isHeldOnce(): boolean {
    return this.#opened !== undefined && isLarge(this.#opened.data.file.size)
  }

  #workerFor(call: Call): WorkerClient {
    const { worker } = this.#holder()
    if (this.#isHeldOnce() && worker !== this.#released) return worker
    const usable = [this.#idle, this.#pairOf(call)].find((one) => one && !one.ended && one !== this.#released)
    return usable ?? this.#start()
  }

  /** Returns the worker with the masked file that a job replaces. */
  #pairOf(call: Call): WorkerClient | undefined {
    if (call === 'measure') return this.#pairs.elsewhere
    return call === 'choose' || call === 'release' ? this.#pairs.chosen : undefined
  }

  /** Ends the workers with a file. */
  #endAll(): void {
    const { chosen, elsewhere } = this.#pairs
    for (const one of [this.#opened?.worker, this.#idle, this.#released, chosen, elsewhere]) one?.end()
    this.#opened = undefined
    this.#idle = undefined
    this.#released = undefined
    this.#pairs = {}
  }
}

/** Returns the file as read with the settings. */
function readWith(data: JobData, settings: Settings | undefined): JobData {
  return settings === undefined ? data : { ...data, schema: settings.schema }
}
