import { isSdcError, SdcError } from '@sdc/core'
import { workerClient, type WorkerClient, type Listening } from './worker-client.js'
import type { Call, Calls, JobData, WorkerPort } from './protocol/messages.js'
import type { MeasuredView, PairName, PairQuestions } from './protocol/pair-types.js'
import { isLarge } from './data/room.js'
import type {
  ExplainedView,
  AnonymisedView,
  Ask,
  ChosenView,
  ComparisonView,
  HierarchyView,
  History,
  Measurements,
  MethodView,
  NamedPolicy,
  OpenedFile,
  ReleaseView,
  ReportText,
  RiskView,
  Settings,
  TablePage,
  Work,
} from './protocol/protocol.js'
import type { MadeTable } from './protocol/table-types.js'

/** Functions of the page for its work. */
export interface WorkOptions {
  /** Starts a worker; all workers have the same script. */
  readonly startWorker: () => WorkerPort
  /** Starts a worker that runs candidates for another one. Without it a job runs in one thread. */
  readonly startThread?: (() => WorkerPort) | undefined
  /** The second file of the page, with the code for tables. */
  readonly tables?: { load(file?: File): Promise<boolean>; start(): WorkerPort } | undefined
  /** The day, `2027-03-31`. */
  readonly today: () => string
  /** Returns the settings that a plan leaves out. */
  readonly usualSettings: () => Settings
}

/** Questions about the open file, without its name. */
type Asked<C extends Call> = Omit<Calls[C], 'data'>

/**
 * Sends requests of the page to its workers. One worker has the open file and answers at once. Jobs run in others,
 * which are ended to cancel them; one of these is kept with the file that it read. A large file is in memory once: its
 * jobs run in its worker, which reads the file again after a cancelled job.
 *
 * @param options - Functions that start workers.
 * @returns The work; `close` ends it.
 */
export function createWork({ startWorker, startThread, tables, today, usualSettings }: WorkOptions): Work {
  const start = (): WorkerClient => workerClient(startWorker(), startThread)
  let opened: { readonly worker: WorkerClient; readonly data: JobData } | undefined
  let idle: WorkerClient | undefined
  let released: WorkerClient | undefined
  /** Workers with the run of the chosen candidate, and with a masked file from elsewhere. */
  const pairs: { chosen?: WorkerClient; elsewhere?: WorkerClient } = {}
  let tabler: WorkerClient | undefined
  const all = new Set<WorkerClient>()

  const holder = (): NonNullable<typeof opened> => {
    if (opened === undefined) throw new SdcError('NO_COLUMNS', 'no file is open', {}, 'Open a file first.')
    // It was ended with a job; another worker reads the file at once.
    if (opened.worker.ended) opened = { ...opened, worker: start() }
    return opened
  }
  const isHeldOnce = (): boolean => opened !== undefined && isLarge(opened.data.file.size)
  /** Asks a question that changes nothing; it is repeated if the worker was ended meanwhile by a cancelled job. */
  const look = async <C extends Call>(call: C, ask: Asked<C>): Promise<unknown> => {
    const { worker, data } = holder()
    try {
      return await worker.ask(call, { ...ask, data: ofSettings(data, ask) } as unknown as Calls[C])
    } catch (error) {
      const isEnded = isSdcError(error) && error.code === 'CANCELLED'
      if (!isEnded || opened?.data !== data) throw error
      return await look(call, ask)
    }
  }
  /** Asks a worker, which ends at the caller's signal or if it fails. */
  const asked = async <C extends Call>(
    worker: WorkerClient,
    call: C,
    ask: Calls[C],
    { signal, ...listening }: Ask & Listening,
  ): Promise<unknown> => {
    const stop = (): void => worker.end()
    if (signal?.aborted === true) stop()
    signal?.addEventListener('abort', stop, { once: true })
    all.add(worker)
    try {
      return await worker.ask(call, ask, listening)
    } finally {
      signal?.removeEventListener('abort', stop)
      if (worker.ended) all.delete(worker)
    }
  }
  /** Runs a job in the idle worker with the file, or in a new one, but never in the worker with the only draw. */
  const job = async <C extends Call>(
    call: C,
    ask: Calls[C],
    how: Ask & Listening,
  ): Promise<[unknown, WorkerClient]> => {
    const { worker: first } = holder()
    const isFirst = isHeldOnce() && first !== released
    const kept =
      call === 'measure' ? pairs.elsewhere : call === 'choose' || call === 'release' ? pairs.chosen : undefined
    const worker = isFirst ? first : ([idle, kept].find((one) => one && !one.ended && one !== released) ?? start())
    if (worker === idle || idle?.ended === true) idle = undefined
    return [await asked(worker, call, ask, how), worker]
  }
  const rest = (worker: WorkerClient): void => {
    if (worker === opened?.worker) return
    if (idle === undefined && !worker.ended) idle = worker
    else worker.end()
  }
  const drawn = async <C extends Call>(call: C, ask: Calls[C], how: Ask): Promise<ReleaseView> => {
    const [view, worker] = await job(call, ask, how)
    if (released !== worker) released?.end()
    released = worker
    if (opened !== undefined && isHeldOnce() && opened.worker !== worker) {
      opened.worker.end()
      opened = { ...opened, worker }
    }
    return view as ReleaseView
  }
  /** Keeps a worker with its masked file until another one of its kind exists. */
  const keep = (pair: keyof typeof pairs, worker: WorkerClient): void => {
    const before = pairs[pair]
    pairs[pair] = worker
    if (before !== worker && before !== opened?.worker && before !== released) before?.end()
  }
  /** Returns the worker with a masked file. */
  const pairOf = (pair: PairName): WorkerClient => {
    if (pair === 'released') return release()
    const worker = pairs[pair]
    if (worker !== undefined && !worker.ended) return worker
    const fix = pair === 'chosen' ? 'Examine the candidate again.' : 'Open the masked file again.'
    throw new SdcError('FILE', 'the masked file is no longer in memory', {}, fix)
  }
  /** Asks a question that needs no data, in the worker with the data or in a temporary one. */
  const aside = async <C extends Call>(call: C, ask: Calls[C]): Promise<unknown> => {
    if (opened !== undefined) return await opened.worker.ask(call, ask)
    const worker = start()
    try {
      return await asked(worker, call, ask, {})
    } finally {
      worker.end()
    }
  }
  const release = (): WorkerClient => {
    if (released === undefined || released.ended)
      throw new SdcError('FILE', 'there is no release', {}, 'Create a release first.')
    return released
  }
  const jobOf = (settings: Settings): Calls['judge'] => ({
    data: ofSettings(holder().data, { settings }),
    settings,
    today: today(),
  })

  return {
    async open(file, { said, ...how }) {
      // While another file is read, a large one can be dropped, since it can be read again.
      if (isHeldOnce() && opened?.worker !== released) opened?.worker.end()
      const worker = start()
      try {
        const answer = await asked(worker, 'open', { file, schema: said && { columns: {}, ...said } }, how)
        const { view, sum } = answer as { readonly view: OpenedFile; readonly sum: number }
        for (const one of [opened?.worker, idle, released, pairs.chosen, pairs.elsewhere]) one?.end()
        idle = undefined
        delete pairs.chosen
        delete pairs.elsewhere
        released = undefined
        opened = { worker, data: { file, schema: view.proposed, sum } }
        return view
      } catch (error) {
        worker.end()
        throw error
      }
    },
    async reopen(schema, how) {
      const { worker, data } = holder()
      const view = (await asked(worker, 'reopen', { data: { ...data, schema } }, how)) as OpenedFile
      opened = { ...holder(), data: { ...data, schema } }
      return view
    },
    async page(table, from, count) {
      if (table === 'original') return (await look('page', { table, from, count })) as TablePage
      return (await release().ask('page', { data: holder().data, table, from, count })) as TablePage
    },
    pair: async (pair, what, ask) =>
      (await pairOf(pair).ask('pair', {
        data: holder().data,
        pair,
        what,
        ask,
      })) as PairQuestions[typeof what]['answer'],
    async measure(settings, masked, how) {
      const { data } = holder()
      const [view, worker] = await job('measure', { data: ofSettings(data, { settings }), settings, ...masked }, how)
      keep('elsewhere', worker)
      return view as MeasuredView
    },
    measured: async (name) => (await pairOf('elsewhere').ask('measured', { name })) as string,
    async methods(settings) {
      return (await look('methods', { settings })) as readonly MethodView[]
    },
    explain: async (ids) => (await aside('explain', { ids })) as readonly ExplainedView[],
    async risk(settings) {
      return (await look('risk', { settings })) as RiskView
    },
    async unmet(settings) {
      return (await look('unmet', { settings, today: today() })) as Awaited<ReturnType<Work['unmet']>>
    },
    async rules(settings) {
      return (await look('rules', { settings })) as Awaited<ReturnType<Work['rules']>>
    },
    async coarser(settings, name) {
      return (await look('coarser', { settings, name })) as Awaited<ReturnType<Work['coarser']>>
    },
    async disclosing(settings) {
      return (await look('disclosing', { settings })) as Awaited<ReturnType<Work['disclosing']>>
    },
    async anonymise(settings, how) {
      const [view, worker] = await job('anonymise', jobOf(settings), how)
      rest(worker)
      return view as AnonymisedView
    },
    async hierarchies(settings, column) {
      return (await look('hierarchies', { settings, column })) as readonly HierarchyView[]
    },
    async readHierarchy(file) {
      return (await aside('readHierarchy', { file })) as Awaited<ReturnType<Work['readHierarchy']>>
    },
    async compare(settings, { kept, ...how }) {
      const measured = (one: Measurements[number]): void => void kept?.set(...one)
      const ask = { ...jobOf(settings), kept: [...(kept ?? [])] }
      const [view, worker] = await job('compare', ask, { ...how, measured })
      rest(worker)
      return view as ComparisonView
    },
    async choose(settings, label, how) {
      const [view, worker] = await job('choose', { ...jobOf(settings), label }, how)
      keep('chosen', worker)
      return view as ChosenView
    },
    release: async (settings, label, { compared, ...how }) =>
      await drawn('release', { ...jobOf(settings), label, compared }, how),
    replay: async (key, how) => await drawn('replay', { data: holder().data, key }, how),
    // If it is stopped, the draw loses its worker and can no longer be saved, which a message says.
    judge: async (settings, how) => (await asked(release(), 'judge', jobOf(settings), how)) as ReleaseView,
    loadTables: async (file) => (await tables?.load(file)) === true,
    async table(settings, how) {
      if (tabler === undefined || tabler.ended) tabler = workerClient(tables!.start())
      const worker = tabler
      const view = (await asked(worker, 'table', { data: holder().data, settings }, how)) as MadeTable
      if (released !== worker && released !== opened?.worker) released?.end()
      released = worker
      return view
    },
    async content(name, piece, { signal }) {
      // Its worker holds the only draw, so a cancelled job does not end it.
      const taken = async (bytes: Uint8Array<ArrayBuffer>): Promise<void> => {
        if (signal?.aborted === true) throw new SdcError('CANCELLED', 'the saving was stopped')
        await piece(bytes)
      }
      await release().ask('content', { name }, { piece: taken })
    },
    report: async (name) => (await release().ask('report', { name })) as ReportText,
    async zip(names, { signal, progress }) {
      const parts: Blob[] = []
      const stopped = new SdcError('CANCELLED', 'the saving was stopped')
      const part = async (one: Blob): Promise<void> => {
        if (signal?.aborted === true) throw stopped
        parts.push(one)
      }
      // A caller that stops does not wait for the next piece; the worker stops there.
      await new Promise<unknown>((resolve, reject) => {
        signal?.addEventListener('abort', () => reject(stopped), { once: true })
        release().ask('zip', { names }, { part, progress }).then(resolve, reject)
      })
      return new Blob(parts, { type: 'application/zip' })
    },
    async privateSaved() {
      await release().ask('privateSaved', {})
    },
    async plan(settings, label) {
      return (await look('plan', { settings, label })) as string
    },
    async readPlan(file, without = false) {
      return (await look('readPlan', { file, usual: usualSettings(), without })) as Settings
    },
    async readHistory(file) {
      return (await look('readHistory', { file })) as History
    },
    readPolicy: async (file) => (await aside('readPolicy', { file })) as NamedPolicy,
    withException: async (policy, exception) => (await aside('withException', { policy, exception })) as string,
    close() {
      for (const one of [opened?.worker, idle, released, pairs.chosen, pairs.elsewhere, ...all]) one?.end()
      opened = undefined
      idle = undefined
      released = undefined
    },
  }
}

/** Returns the file as read with the settings. */
function ofSettings(data: JobData, ask: object): JobData {
  const { settings } = ask as { readonly settings?: Settings | undefined }
  return settings === undefined ? data : { ...data, schema: settings.schema }
}
