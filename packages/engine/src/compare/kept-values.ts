import { canonicalJson, claimed, type Registry } from '@sdc/core'
import { resolveAll } from '../bind/references.js'
import type { StepPlan } from '../plan/plan.js'

/** Further steps of a candidate, and the masking steps before them. */
export interface FurtherSteps {
  readonly masking: readonly StepPlan[]
  readonly then: readonly (readonly StepPlan[])[]
}

/**
 * Selects the lists of further steps that are worth a run. Reverse mapping gives every column the original's values
 * back, in the order of the masked ones. After maskings that keep the marginals (by their claims and parameters) it
 * would return the file that it got. A list that differs from another only by such a step is left out.
 *
 * Within groups reverse mapping may change the file, because it does not pool groups as the masking did. Nothing is
 * left out then.
 *
 * @param registry - Registry of the methods; its default post-masking step is reverse mapping.
 * @param steps - The masking steps, and the lists.
 * @returns Indices of the lists to run.
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
