import { SdcError } from '@sdc/core'
import type { StepPlan } from '@sdc/engine'
import type { Settings } from './protocol.js'

/**
 * The steps of the chosen candidate.
 *
 * @param settings - What was chosen.
 * @param label - The candidate that is meant.
 * @returns Its steps.
 * @throws BAD_PLAN where the settings hold another choice, or none.
 */
export function chosenSteps({ chosen, steps }: Settings, label: string): readonly StepPlan[] {
  if (steps !== undefined && steps.length > 0 && chosen === label) return steps
  const message = `the steps of the candidate ${label} are unknown`
  throw new SdcError('BAD_PLAN', message, { candidate: label }, 'Compare the candidates again and choose one.')
}

/**
 * What a candidate does, for a sentence.
 *
 * @param steps - The steps of a candidate.
 * @returns `microaggregation/mdav (k = 5), then reverse-map/rank`.
 */
export function stepsText(steps: readonly StepPlan[]): string {
  return steps
    .map(({ use, params }) => {
      const said = Object.entries(params).map(
        ([name, value]) => `${name} = ${typeof value === 'object' ? JSON.stringify(value) : String(value)}`,
      )
      return said.length > 0 ? `${use} (${said.join(', ')})` : use
    })
    .join(', then ')
}
