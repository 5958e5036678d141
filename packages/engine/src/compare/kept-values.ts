import { canonicalJson, claimed, type Registry } from '@sdc/core'
import { resolveAll } from '../bind/references.js'
import type { StepPlan } from '../plan/plan.js'

/** The further steps of a candidate, and what they follow. */
export interface FurtherSteps {
  readonly masking: readonly StepPlan[]
  readonly then: readonly (readonly StepPlan[])[]
}

/**
 * The lists of further steps that are worth a run. Reverse mapping gives every column the original's values back, in the
 * order of the masked ones: where each masking keeps them anyway (it claims the marginals by its parameters), it gives back
 * the very file that it got. A list that is another one but for that is left out.
 *
 * Within groups it may change places: what was pooled for masking is not pooled for it. So nothing is left out there.
 *
 * @param registry - Where the methods are; its usual post-masking step is reverse mapping.
 * @param steps - The maskings, and the lists.
 * @returns The numbers of the lists to run.
 */
export function worthRunning(registry: Registry, { masking, then }: FurtherSteps): number[] {
  const all = then.map((_, i) => i)
  if (!masking.every((step) => step.by.length === 0 && keepsValues(registry, step))) return all
  const named = then.map((steps) => canonicalJson(steps))
  return all.filter((i) => {
    const [first, ...rest] = then[i]
    if (first === undefined || !isReverseMapping(registry, first)) return true
    return !named.some((name, other) => other !== i && name === canonicalJson(rest))
  })
}

function keepsValues(registry: Registry, { use, params }: StepPlan): boolean {
  const method = registry.get('methods', use)
  return claimed(method.traits.claims.marginals, resolveAll(registry, method.params, params, { method: use }))
}

function isReverseMapping(registry: Registry, step: StepPlan): boolean {
  const { postMasking } = registry.defaults
  return step.use === postMasking && step.by.length === 0 && step.columns === undefined && keepsValues(registry, step)
}
