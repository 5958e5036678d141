import type { Dataset, OneOrMore, Registry } from '@sdc/core'
import type { Dictionary } from '@sdc/files/formats'
import type { FileSchema, FileState, MeasurePlan, MetricPlan, ReleaseFinding, RunResult, StepPlan } from '@sdc/engine'

/** A written file. */
export interface WrittenFile {
  readonly name: string
  readonly sha256: string
  readonly records: number
}

/** A reported run: its input, its steps and its output. */
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
  /** Files to write: for a release without identifiers, in random order. */
  readonly files: OneOrMore<FileState>
  readonly written: readonly WrittenFile[]
  /** Findings against releasing them, accepted or not. */
  readonly findings: readonly ReleaseFinding[]
  readonly acceptOpen?: readonly string[] | undefined
  /** Metrics of a plan, and their columns. */
  readonly metrics?: readonly MetricPlan[] | undefined
  readonly measure?: MeasurePlan | undefined
}
