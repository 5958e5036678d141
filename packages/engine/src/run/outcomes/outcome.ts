import type { Column, MaskResult, OneOrMore } from '@sdc/core'
import type { BoundStep } from '../../bind/bind.js'
import type { Strata } from '../../bind/groups.js'
import type { ExactMoments } from '../numbers/exact-moments-margin.js'
import type { FinishedNumbers } from '../numbers/step-finish.js'
import type { MissingHandled } from '../missing/with-missing.js'

/** Outcome of one step of a run, in memory or out of core: the facts of the run are derived from these. */
export interface StepOutcome {
  readonly step: BoundStep
  /** Names of its random stream, below the root of the run. */
  readonly path: readonly string[]
  /** Outcome in each file that it began with. */
  readonly files: OneOrMore<FileOutcome>
}

/** Outcome of a step in one file. */
export interface FileOutcome extends FinishedNumbers {
  /** The columns that it masked: those that came back changed. */
  readonly columns: readonly string[]
  /** Warnings of its method and about its groups. */
  readonly warnings: readonly string[]
  readonly reports: readonly StepFindings[]
  /** The columns that it got as the steps before made them, before they were rounded and brought within bounds. */
  readonly restored: readonly string[]
  /** The groups in which it kept moments exactly. */
  readonly exact: readonly ExactMoments[]
  /** Columns that stayed unchanged by chance. */
  readonly byChance: readonly string[]
  /** Columns that its method found safe in its result, in every group. */
  readonly shielded?: readonly string[]
  /** Handling of missing cells, in each group that has some. */
  readonly missing?: readonly MissingHandled[]
  /** Columns of the original with the cells that this step and those before it imputed, as they saw them. */
  readonly filled?: ReadonlyMap<string, Column>
  /** `one record for each of 12 persons`, where it masked persons or households. */
  readonly units?: string
}

/** Findings of a step in one group of records. */
export interface StepFindings {
  readonly step: string
  /** The group that the step worked in, empty where it worked on the whole file. */
  readonly group: string
  /** The values of the columns that it is formed by, where it is not the whole file. */
  readonly strata?: Strata | undefined
  /** Its groups, fits, …: never released. */
  readonly values: NonNullable<MaskResult['report']>
  /** Facts that users of the file need: released on request. */
  readonly publish: NonNullable<MaskResult['publish']>
  /** The original's record of each of its records; left out by a run out of core. */
  readonly origin?: Int32Array
}
