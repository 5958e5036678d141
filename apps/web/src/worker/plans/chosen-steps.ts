import { describeParams, paramText, SdcError, type Registry } from '@sdc/core'
import type { StepPlan } from '@sdc/engine'
import { isMaskedRole, roleOf } from '../../session/schema.js'
import type { Settings } from '../protocol/settings-types.js'

/**
 * Returns the steps of the chosen candidate.
 *
 * @param settings - Settings with a choice.
 * @param label - The candidate.
 * @returns Its steps.
 * @throws BAD_PLAN if the settings have another choice, or none.
 */
export function chosenSteps({ chosen, steps }: Settings, label: string): readonly StepPlan[] {
  if (steps !== undefined && steps.length > 0 && chosen === label) return steps
  const message = `the steps of the candidate ${label} are unknown`
  throw new SdcError('BAD_PLAN', message, { candidate: label }, 'Compare the candidates again and choose one.')
}

/**
 * Returns the columns that a release by some steps may leave unmasked: those accepted by the user, and those to be
 * masked that the chosen candidate leaves unmasked. The risks of the candidate include these columns, and choosing it
 * accepts them.
 *
 * @param settings - Roles and accepted columns.
 * @param steps - The steps.
 * @returns The names.
 */
export function acceptedBy({ schema, accepted, goal }: Settings, steps: readonly StepPlan[]): readonly string[] {
  const left =
    goal !== 'statistics' || steps.some(({ columns }) => columns === undefined) ? [] : unmaskedBy({ schema }, steps)
  return [...new Set([...accepted, ...left])]
}

/** Returns the columns with a role to be masked that some steps leave unmasked. */
export function unmaskedBy({ schema }: Pick<Settings, 'schema'>, steps: readonly StepPlan[]): readonly string[] {
  const masked = new Set(steps.flatMap(({ columns = [] }) => columns))
  return Object.keys(schema.columns).filter((name) => isMaskedRole(roleOf({ schema }, name)) && !masked.has(name))
}

/**
 * Describes the steps of a candidate by the titles of their methods.
 *
 * @param registry - The methods.
 * @param steps - The steps of a candidate.
 * @returns `MDAV (k = 5), then Reverse mapping`.
 */
export function stepsText(registry: Registry, steps: readonly StepPlan[]): string {
  return steps
    .map(({ use, params }) => {
      const { title, params: form } = registry.get('methods', use)
      const values = describeParams(form)
        .filter(({ name, default: usual }) => params[name] !== undefined && params[name] !== usual)
        .map((card) => paramText(card, params[card.name]))
        .filter(Boolean)
      return values.length > 0 ? `${title} (${values.join(', ')})` : title
    })
    .join(', then ')
}
