import { SdcError } from '@sdc/core'
import { workerClient, type WorkerClient } from './worker-client.js'
import { WorkerPool } from './worker-pool.js'
import type { Call, Calls, WorkerPort } from './protocol/messages.js'
import type { MeasuredView, PairQuestions } from './protocol/pair-types.js'
import type { AnonymisedView, HierarchyView } from './protocol/anonymous-types.js'
import type { ChosenView, ComparisonView, Measurements } from './protocol/comparison-types.js'
import type { RiskView, TablePage } from './protocol/file-types.js'
import type { History } from './protocol/history-types.js'
import type { ExplainedView, MethodView } from './protocol/method-types.js'
import type { Ask, Work } from './protocol/protocol.js'
import type { ReleaseView, ReportText } from './protocol/release-types.js'
import type { NamedPolicy, Settings } from './protocol/settings-types.js'
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

/**
 * Sends requests of the page to its workers.
 *
 * @param options - Functions that start workers.
 * @returns The work; `close` ends it.
 */
export function createWork({ startWorker, startThread, tables, today, usualSettings }: WorkOptions): Work {
  const start = (): WorkerClient => workerClient(startWorker(), startThread)
  const pool = new WorkerPool(start)
  let tabler: WorkerClient | undefined
  const jobOf = (settings: Settings): Calls['judge'] => ({ data: pool.file(settings), settings, today: today() })
  const drawn = async <C extends Call>(call: C, ask: Calls[C], how: Ask): Promise<ReleaseView> => {
    const [view, worker] = await pool.job(call, ask, how)
    pool.keepDraw(worker)
    return view as ReleaseView
  }

  return {
    open: (file, { said, ...how }) => pool.open(file, said && { columns: {}, ...said }, how),
    reopen: (schema, how) => pool.reopen(schema, how),
    async page(table, from, count) {
      if (table === 'original') return (await pool.look('page', { table, from, count })) as TablePage
      return (await pool.released().ask('page', { data: pool.file(), table, from, count })) as TablePage
    },
    pair: async (pair, what, ask) =>
      (await pool.pair(pair).ask('pair', {
        data: pool.file(),
        pair,
        what,
        ask,
      })) as PairQuestions[typeof what]['answer'],
    async measure(settings, masked, how) {
      const [view, worker] = await pool.job('measure', { data: pool.file(settings), settings, ...masked }, how)
      pool.keepPair('elsewhere', worker)
      return view as MeasuredView
    },
    measured: async (name) => (await pool.pair('elsewhere').ask('measured', { name })) as string,
    async methods(settings) {
      return (await pool.look('methods', { settings })) as readonly MethodView[]
    },
    explain: async (ids) => (await pool.aside('explain', { ids })) as readonly ExplainedView[],
    async risk(settings) {
      return (await pool.look('risk', { settings })) as RiskView
    },
    async unmet(settings) {
      return (await pool.look('unmet', { settings, today: today() })) as Awaited<ReturnType<Work['unmet']>>
    },
    async rules(settings) {
      return (await pool.look('rules', { settings })) as Awaited<ReturnType<Work['rules']>>
    },
    async coarser(settings, name) {
      return (await pool.look('coarser', { settings, name })) as Awaited<ReturnType<Work['coarser']>>
    },
    async disclosing(settings) {
      return (await pool.look('disclosing', { settings })) as Awaited<ReturnType<Work['disclosing']>>
    },
    async anonymise(settings, how) {
      const [view, worker] = await pool.job('anonymise', jobOf(settings), how)
      pool.rest(worker)
      return view as AnonymisedView
    },
    async hierarchies(settings, column) {
      return (await pool.look('hierarchies', { settings, column })) as readonly HierarchyView[]
    },
    async readHierarchy(file) {
      return (await pool.aside('readHierarchy', { file })) as Awaited<ReturnType<Work['readHierarchy']>>
    },
    async compare(settings, { kept, ...how }) {
      const measured = (one: Measurements[number]): void => void kept?.set(...one)
      const ask = { ...jobOf(settings), kept: [...(kept ?? [])] }
      const [view, worker] = await pool.job('compare', ask, { ...how, measured })
      pool.rest(worker)
      return view as ComparisonView
    },
    async choose(settings, label, how) {
      const [view, worker] = await pool.job('choose', { ...jobOf(settings), label }, how)
      pool.keepPair('chosen', worker)
      return view as ChosenView
    },
    release: async (settings, label, { compared, ...how }) =>
      await drawn('release', { ...jobOf(settings), label, compared }, how),
    replay: async (key, how) => await drawn('replay', { data: pool.file(), key }, how),
    // If it is stopped, the draw loses its worker and can no longer be saved, which a message says.
    judge: async (settings, how) => (await pool.ask(pool.released(), 'judge', jobOf(settings), how)) as ReleaseView,
    loadTables: async (file) => (await tables?.load(file)) === true,
    async table(settings, how) {
      if (tabler === undefined || tabler.ended) tabler = workerClient(tables!.start())
      const worker = tabler
      const view = (await pool.ask(worker, 'table', { data: pool.file(), settings }, how)) as MadeTable
      pool.keepReleased(worker)
      return view
    },
    async content(name, piece, { signal }) {
      // Its worker holds the only draw, so a cancelled job does not end it.
      const taken = async (bytes: Uint8Array<ArrayBuffer>): Promise<void> => {
        if (signal?.aborted === true) throw new SdcError('CANCELLED', 'the saving was stopped')
        await piece(bytes)
      }
      await pool.released().ask('content', { name }, { piece: taken })
    },
    report: async (name) => (await pool.released().ask('report', { name })) as ReportText,
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
        pool.released().ask('zip', { names }, { part, progress }).then(resolve, reject)
      })
      return new Blob(parts, { type: 'application/zip' })
    },
    async privateSaved() {
      await pool.released().ask('privateSaved', {})
    },
    async plan(settings, label) {
      return (await pool.look('plan', { settings, label })) as string
    },
    async readPlan(file, without = false) {
      return (await pool.look('readPlan', { file, usual: usualSettings(), without })) as Settings
    },
    async readHistory(file) {
      return (await pool.look('readHistory', { file })) as History
    },
    readPolicy: async (file) => (await pool.aside('readPolicy', { file })) as NamedPolicy,
    withException: async (policy, exception) => (await pool.aside('withException', { policy, exception })) as string,
    close: () => pool.close(),
  }
}
