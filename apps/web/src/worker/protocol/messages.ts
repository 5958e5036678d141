import type { PlainError } from '@sdc/core'
import type { PolicyException } from '@sdc/release'
import type { FileSchema } from '@sdc/engine'
import type { PairName, PairQuestion, PairQuestions } from './pair-types.js'
import type { Compared, ComparisonView, Measurements } from './comparison-types.js'
import type { Progress } from './protocol.js'
import type { Settings } from './settings-types.js'

/** Requests to a worker, each with its question and its answer: plain data. */
export interface Calls {
  open: { readonly file: File; readonly schema?: FileSchema | undefined }
  reopen: WithData
  page: WithData & { readonly table: 'original' | 'released'; readonly from: number; readonly count: number }
  pair: WithData & {
    readonly pair: PairName
    readonly what: PairQuestion
    readonly ask: PairQuestions[PairQuestion]['ask']
  }
  measure: WithData & {
    readonly settings: Settings
    readonly file: File
    /** Private file or public manifest of the run that made it. */
    readonly beside: readonly File[]
    readonly link?: string | undefined
  }
  measured: { readonly name: string }
  methods: WithData & { readonly settings: Settings }
  explain: { readonly ids: readonly string[] }
  risk: WithData & { readonly settings: Settings }
  unmet: Job
  rules: WithData & { readonly settings: Settings }
  coarser: WithData & { readonly settings: Settings; readonly name: string }
  disclosing: WithData & { readonly settings: Settings }
  anonymise: Job
  hierarchies: WithData & { readonly settings: Settings; readonly column?: string | undefined }
  readHierarchy: { readonly file: File }
  compare: Job & { readonly kept: Measurements }
  choose: Job & { readonly label: string }
  release: Job & { readonly label: string; readonly compared?: Compared | undefined }
  judge: Job
  replay: WithData & { readonly key: File }
  table: WithData & { readonly settings: Settings }
  content: { readonly name: string }
  report: { readonly name: string }
  zip: { readonly names: readonly string[] }
  more: { readonly id: number }
  /** Asks to end a question with the results so far. */
  stop: { readonly id: number }
  /** Reports that a worker which ran candidates for this one has ended. */
  lost: { readonly thread: number; readonly message: string }
  privateSaved: Record<string, never>
  plan: WithData & { readonly settings: Settings; readonly label: string | undefined }
  readPlan: WithData & { readonly file: File; readonly usual: Settings; readonly without: boolean }
  readHistory: WithData & { readonly file: File }
  readPolicy: { readonly file: File }
  withException: { readonly policy: Settings['policy']; readonly exception: PolicyException }
}

export type Call = keyof Calls

/** File of a job; its worker reads the file if it does not have it yet. */
export interface JobData {
  readonly file: File
  /** Schema for reading it. */
  readonly schema?: FileSchema | undefined
  /** Checksum that identifies the file. */
  readonly sum: number
}

/** Request about an open file. */
export interface WithData {
  readonly data: JobData
}

/** Common part of all jobs. */
export interface Job extends WithData {
  readonly settings: Settings
  /** The day, for exceptions with an end. */
  readonly today: string
}

/** A question to a worker. */
export interface Question<C extends Call = Call> {
  readonly id: number
  readonly call: C
  readonly ask: Calls[C]
}

/** Messages of a worker about a question. */
export type Reply = { readonly id: number } & (
  | { readonly type: 'progress'; readonly progress: Progress }
  | { readonly type: 'grew'; readonly view: ComparisonView }
  | { readonly type: 'measured'; readonly measured: Measurements[number] }
  | { readonly type: 'piece'; readonly bytes: Uint8Array<ArrayBuffer> }
  | { readonly type: 'part'; readonly part: Blob }
  | { readonly type: 'done'; readonly answer: unknown }
  /** Asks to start a worker that communicates with this one through the port, or to end it. */
  | { readonly type: 'thread'; readonly thread: number; readonly port: MessagePort }
  | { readonly type: 'thread ended'; readonly thread: number }
  | { readonly type: 'failed'; readonly error: PlainError }
  /** A bug of the program, with its error message. */
  | { readonly type: 'broken'; readonly message: string }
)

/** A worker as seen by the page: of the browser, or of a test. */
export interface WorkerPort {
  postMessage(message: unknown, transfer?: readonly Transferable[]): void
  terminate(): void
  onmessage: ((event: { readonly data: unknown }) => void) | null
  onerror: ((event: { readonly message?: string | undefined; preventDefault?(): void }) => void) | null
}

/** The page as seen by a worker. */
export interface PagePort {
  postMessage(message: unknown, transfer?: readonly Transferable[]): void
  onmessage: ((event: { readonly data: unknown }) => void) | null
}
