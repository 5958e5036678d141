import { kindOf, type Dataset, type Registry } from '@sdc/core'
import { chooseColumns } from '../../bind/columns.js'
import { candidatesOf, type Candidate } from '../../compare/candidates.js'
import type { ComparePlan, FileSchema, StepPlan } from '../../plan/plan.js'
import { stepsLabel } from './labels.js'
import { kindOfSteps } from './part-kind.js'
import { distinctParts, type Part } from '../../compare/part.js'
import type { Sides } from './sides.js'

/**
 * Splits the candidates of a plan into parts: a candidate that masks both sides becomes a part of each. A step without columns of
 * its own masks those of the comparison that its method accepts. A further step (reverse mapping) follows on the side that was
 * masked before it.
 *
 * @param registry - Registry with the methods.
 * @param original - The file.
 * @param schema - Roles of its columns.
 * @param compare - The plan of the comparison.
 * @param sides - Columns of the comparison.
 * @returns The parts, without repetitions.
 */
export function namedParts(
  registry: Registry,
  original: Dataset,
  schema: FileSchema | undefined,
  compare: ComparePlan,
  sides: Sides,
): Part[] {
  const all = [...sides.keys, ...sides.numbers, ...sides.categories]
  const parts = candidatesOf(registry, compare).flatMap((candidate) =>
    (['keys', 'values'] as const).flatMap((side) => {
      const own = side === 'keys' ? sides.keys : [...sides.numbers, ...sides.categories]
      const steps = stepsOn(candidate, own)
      return steps.length === 0 ? [] : [partOf(registry, candidate, side, steps, all.length === own.length)]
    }),
  )
  return distinctParts(parts)

  function stepsOn({ steps, masking }: Candidate, own: readonly string[]): StepPlan[] {
    const first = steps.slice(0, masking).flatMap((step) => restricted(step, own))
    if (first.length === 0) return []
    const masked = new Set(first.flatMap(({ columns }) => (typeof columns === 'object' ? columns : [])))
    return [...first, ...steps.slice(masking).flatMap((step) => restricted(step, [...masked]))]
  }

  function restricted(step: StepPlan, own: readonly string[]): StepPlan[] {
    const { accepts } = registry.get('methods', step.use).traits
    const named =
      step.columns === undefined
        ? all
        : chooseColumns(original, step.columns, schema, [...(step.given ?? []), ...step.by])
    // If all its columns are on this side and the method accepts none, they are kept, so that the method refuses them.
    const asked = named.filter((name) => own.includes(name))
    const fits = asked.filter((name) => accepts.includes(kindOf(original.column(name))))
    const columns = fits.length > 0 || named.length > asked.length ? fits : asked
    return columns.length === 0 ? [] : [{ ...step, columns }]
  }
}

function partOf(
  registry: Registry,
  { label, varied }: Candidate,
  side: Part['side'],
  steps: readonly StepPlan[],
  isWhole: boolean,
): Part {
  return { side, kind: kindOfSteps(registry, steps), label: isWhole ? label : stepsLabel(steps), steps, varied }
}
