import { SdcError, type Registry } from '@sdc/core'
import { unchangedPart, type Part } from '../../compare/part.js'
import type { ComparePlan, StepPlan } from '../../plan/plan.js'
import { kindOfSteps } from './part-kind.js'
import type { Sides } from './sides.js'

/** Steps that all candidates share. */
export interface FixedSteps {
  /** Columns that candidates mask: without those of the fixed steps. */
  readonly sides: Sides
  /** Part of the quasi-identifiers with the fixed steps alone. */
  readonly keys: Part
  /** Adds the steps to a part of a candidate. */
  add(part: Part): Part
  /** Returns a part without its last steps, for values that these cannot change any more; undefined if it has none. */
  withoutLast(part: Part): Part | undefined
}

/**
 * Prepares the steps that every candidate of a comparison contains.
 *
 * @param registry - Registry with the methods.
 * @param compare - The plan of the comparison.
 * @param sides - Columns of the comparison.
 * @throws BAD_PLAN for a step that names no columns, or columns of the wrong role.
 */
export function fixedSteps(
  registry: Registry,
  { fixed = [], last = [] }: Pick<ComparePlan, 'fixed' | 'last'>,
  sides: Sides,
): FixedSteps {
  for (const step of fixed) refuseOthers('fixed', step, sides.keys, 'quasi-identifiers')
  for (const step of last) refuseOthers('last', step, [...sides.numbers, ...sides.categories], 'confidential columns')
  const taken = new Set(fixed.flatMap(columnsOf))
  const add = (part: Part): Part => {
    const masked = new Set(part.steps.flatMap(columnsOf))
    const ends = last.flatMap((step) => {
      const columns = columnsOf(step).filter((name) => masked.has(name))
      return columns.length === 0 ? [] : [{ ...step, columns }]
    })
    const [before, after] = part.side === 'keys' ? [fixed, []] : [[], ends]
    if (before.length + after.length === 0) return part
    const steps = [...before, ...part.steps, ...after]
    return { ...part, steps, kind: kindOfSteps(registry, steps) }
  }
  const alone = add(unchangedPart('keys'))
  return {
    sides: { ...sides, keys: sides.keys.filter((name) => !taken.has(name)) },
    keys: taken.size === 0 ? alone : { ...alone, label: `${[...taken].join(', ')} alone` },
    add,
    withoutLast(part) {
      const steps = part.steps.filter(
        ({ use, params }) => !last.some((one) => one.use === use && one.params === params),
      )
      return steps.length === part.steps.length ? undefined : { ...part, steps, kind: kindOfSteps(registry, steps) }
    },
  }
}

function columnsOf({ columns }: StepPlan): readonly string[] {
  return typeof columns === 'object' ? columns : []
}

function refuseOthers(key: 'fixed' | 'last', step: StepPlan, allowed: readonly string[], what: string): void {
  const columns = columnsOf(step)
  const wrong = columns.find((name) => !allowed.includes(name))
  if (columns.length > 0 && wrong === undefined) return
  const message =
    wrong === undefined
      ? `the step ${step.use} of compare.${key} names no columns`
      : `the step ${step.use} of compare.${key} masks ${wrong}, which is not among the ${what} to mask`
  const fix = `Name ${what} that the comparison masks.`
  throw new SdcError('BAD_PLAN', message, { method: step.use, column: wrong }, fix)
}
