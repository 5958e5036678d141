import type { PlanGroup, PlanState } from '../passes/plan-state.js'
import type { StageContext } from '../tasks/stage.js'
import type { StepOnParts } from './step-on-parts.js'
import type { StepEnd } from './step-stages.js'

/** A step whose passes have ended. */
export interface PlannedStep {
  readonly on: StepOnParts
  readonly around: StageContext
  readonly state: PlanState
}

/** Yields the stages of a form, and returns the function that collects their results, for the driver. */
export type FormStages = AsyncGenerator<PlanGroup, () => Promise<StepEnd>>
