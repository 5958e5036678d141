import { kParameter, type Registry } from '@sdc/core'
import { resolveAll } from '../bind/references.js'
import type { StepPlan } from '../plan/plan.js'
import { partKinds, type PartKind } from '../compare/part.js'

/**
 * What steps do to records, by the traits of their methods: recoding leaves what is released true, microaggregation makes
 * groups equal, anything else perturbs; of several steps the last of these that one does.
 *
 * @param registry - Where the methods are.
 * @param steps - Some steps.
 * @returns The kind; unchanged where there is no step.
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
