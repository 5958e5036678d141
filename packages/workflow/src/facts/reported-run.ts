import type { Dataset, Registry } from '@sdc/core'
import type { FileSchema, FileState, MeasurePlan, MetricPlan, RunResult, StepPlan } from '@sdc/engine'
import type { OneOrMore } from '@sdc/core'

/** A file as it was written. */
export interface WrittenFile {
  readonly name: string
  readonly sha256: string
  readonly records: number
}

/** A run that is reported on: what went in, what was done, what came out. */
export interface ReportedRun {
  readonly registry: Registry
  /** The name of the original, without folders. */
  readonly data: string
  readonly original: Dataset
  readonly schema?: FileSchema | undefined
  readonly steps: readonly StepPlan[]
  readonly run: RunResult
  /** The files as they go out: of a release without identifiers, in random order. */
  readonly files: OneOrMore<FileState>
  readonly written: readonly WrittenFile[]
  /** Whether it is a release: keyed random numbers, random order, no identifiers. */
  readonly released: boolean
  readonly acceptOpen?: readonly string[] | undefined
  readonly maxUnchanged?: number | undefined
  /** What a plan measures, and of which columns. */
  readonly metrics?: readonly MetricPlan[] | undefined
  readonly measure?: MeasurePlan | undefined
}
