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
  /** Outcome for each file at its beginning. */
  readonly files: OneOrMore<FileOutcome>
}

/** Outcome of a step in one file. */
export interface FileOutcome extends FinishedNumbers {
  /** Columns that it masked: those that it changed. */
  readonly columns: readonly string[]
  /** Warnings of its method and about its groups. */
  readonly warnings: readonly string[]
  readonly reports: readonly StepFindings[]
  /** Columns that it received unrounded, from before they were brought within bounds. */
  readonly restored: readonly string[]
  /** Groups in which it kept moments exactly. */
  readonly exact: readonly ExactMoments[]
  /** Columns that stayed unchanged by chance. */
  readonly byChance: readonly string[]
  /** Columns that its method found safe in its result, in every group. */
  readonly shielded?: readonly string[]
  /** Handling of missing cells, in each group that has some. */
  readonly missing?: readonly MissingHandled[]
  /** Columns of the original with the cells that this step and earlier ones imputed. */
  readonly filled?: ReadonlyMap<string, Column>
  /** `one record for each of 12 persons`, if it masked persons or households. */
  readonly units?: string
}

/** Findings of a step in one group of records. */
export interface StepFindings {
  readonly step: string
  /** Label of the group; empty if the step worked on the whole file. */
  readonly group: string
  /** Values that define the group; absent for the whole file. */
  readonly strata?: Strata | undefined
  /** Its groups, fits and so on: never released. */
  readonly values: NonNullable<MaskResult['report']>
  /** Facts that users of the file need: released on request. */
  readonly publish: NonNullable<MaskResult['publish']>
  /** Original record of each of its records; absent out of core. */
  readonly origin?: Int32Array
}
