import type { Dataset, OneOrMore, Registry } from '@sdc/core'
import type { Dictionary } from '@sdc/files/formats'
import type { FileSchema, FileState, MeasurePlan, MetricPlan, ReleaseFinding, RunResult, StepPlan } from '@sdc/engine'

/** A file as it was written. */
export interface WrittenFile {
  readonly name: string
  readonly sha256: string
  readonly records: number
}

/** A run that is reported on: what went in, what was done, what came out. */
export interface ReportedRun {
  readonly registry: Registry
  /** Name of the original. */
  readonly data: string
  readonly original: Dataset
  readonly schema?: FileSchema | undefined
  /** Labels of its values, for pictures. */
  readonly dictionary?: Dictionary | undefined
  readonly steps: readonly StepPlan[]
  readonly run: RunResult
  /** The files as they go out: of a release without identifiers, in random order. */
  readonly files: OneOrMore<FileState>
  readonly written: readonly WrittenFile[]
  /** What speaks against releasing them as they are, accepted or not. */
  readonly findings: readonly ReleaseFinding[]
  readonly acceptOpen?: readonly string[] | undefined
  /** What a plan measures, and of which columns. */
  readonly metrics?: readonly MetricPlan[] | undefined
  readonly measure?: MeasurePlan | undefined
}
