import { kParameter, type Registry } from '@sdc/core'
import { resolveAll } from '../../bind/references.js'
import type { StepPlan } from '../../plan/plan.js'
import { partKinds, type PartKind } from '../../compare/part.js'

/**
 * Classifies the effect of steps on records by the traits of their methods. Recoding leaves released values true,
 * microaggregation makes groups equal, anything else perturbs. Several steps together have the last of these kinds that one has.
 *
 * @param registry - Registry with the methods.
 * @param steps - The steps.
 * @returns The kind; `unchanged` without steps.
 */
export function kindOfSteps(registry: Registry, steps: readonly StepPlan[]): PartKind {
  const kinds = steps.map(({ use, params }): number => {
    const method = registry.get('methods', use)
    const { traits } = method
    if (traits.kinds === 'coarser' || traits.changes === 'unsafe') return partKinds.indexOf('recoded')
    const k = kParameter(traits, resolveAll(registry, method.params, params, { method: use }))
    return partKinds.indexOf(k === null ? 'perturbed' : 'groups made equal')
  })
  return partKinds[Math.max(0, ...kinds)]
}
