import type { RngSource } from '@sdc/core'
import type { FileSchema, StepPlan } from '@sdc/engine'
import type { CsvFacts } from '@sdc/scale/node'

/** What a plan in a store begins with; another version of what lies there has another. */
export const FORMAT = 'sdc parts 1'

/** Files that are read as one. */
export interface PlannedFile {
  readonly path: string
  readonly fingerprint: string
  /** Of CSV: where its blocks begin, kinds and categories. */
  readonly csv?: CsvFacts | undefined
}

/** A masked file beside its original. */
export interface PlannedMasked extends PlannedFile {
  /** What is known of its columns. */
  readonly schema: FileSchema
  /** Those that were masked. */
  readonly columns: readonly string[]
}

/** What lies in the store of a run in parts, for its owner only: whoever has it and the file can run any of its tasks. */
export interface PartsDocument {
  readonly format: typeof FORMAT
  /** The version of sdc that the run began with. */
  readonly sdc: string
  /** Drawn for the run: two runs of one plan have other hashes, and none says what the plan is. */
  readonly run: string
  /** Files that are read, and what they were when the run began. */
  readonly source: PlannedFile
  /** What others masked, for the steps to go on with. */
  readonly masked?: PlannedMasked | undefined
  readonly sink: { readonly path: string; readonly types: Readonly<Record<string, string>> }
  readonly schema?: FileSchema | undefined
  readonly steps: readonly StepPlan[]
  readonly plugins: readonly { readonly use: string; readonly version: string }[]
  /** The stream of the run; its key in hexadecimal. */
  readonly rng: { readonly source: RngSource; readonly key: string }
  readonly partBlocks: number
  readonly ranges: number
  /** Bytes that a task may use, beside what its process takes. */
  readonly memory: number
}
