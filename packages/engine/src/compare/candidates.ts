import { canonicalJson, SdcError, type Registry } from '@sdc/core'
import { stepName } from '../bind/bind.js'
import { resolveAll } from '../bind/references.js'
import { inPart } from '../plan/in-part.js'
import type { CandidatePlan, ComparePlan, StepPlan } from '../plan/plan.js'
import { worthRunning } from './kept-values.js'

/** One method with one set of parameters, alone or followed by further steps. */
export interface Candidate {
  /** The parameters that the grid varies, as given. */
  readonly varied: Readonly<Record<string, unknown>>
  readonly steps: readonly StepPlan[]
  /** Number of masking steps; later steps work on the masked file. */
  readonly masking: number
  readonly label: string
}

/** Every combination of a grid's values; the last parameter varies fastest. */
export function gridPoints(grid: Readonly<Record<string, readonly unknown[]>>): Record<string, unknown>[] {
  let points: Record<string, unknown>[] = [{}]
  for (const [name, values] of Object.entries(grid))
    points = points.flatMap((point) => values.map((value) => ({ ...point, [name]: value })))
  return points
}

/** Limit on candidates: more would take over a day, and nobody could read the result. */
const MOST_CANDIDATES = 10_000

/** Refuses a grid of too many candidates with BAD_PLAN, before the candidates are made. */
function checkCount({ candidates = [], then }: ComparePlan): void {
  let count = 0
  for (const { use, grid } of candidates) {
    const own = then.length * Object.values(grid).reduce((product, values) => product * values.length, 1)
    count += own
    if (count <= MOST_CANDIDATES) continue
    const message = `the comparison has at least ${count} candidates, ${own} of them with ${use}; the limit is ${MOST_CANDIDATES}`
    throw new SdcError('BAD_PLAN', message, { method: use }, 'Give the parameters fewer values: all are combined.')
  }
}

/**
 * Returns the candidates of a comparison in the order of the plan, without duplicates; parameters are checked before
 * anything runs.
 *
 * @param registry - Methods that the plan names.
 * @param compare - The comparison of the plan.
 * @returns The candidates.
 */
export function candidatesOf(registry: Registry, compare: ComparePlan): Candidate[] {
  checkCount(compare)
  const named = new Set<string>()
  return (compare.candidates ?? []).flatMap((one, c) => inPart(['compare', 'candidates', c], () => variantsOf(one)))

  function variantsOf({ use, grid, params, columns = compare.columns, with: others }: CandidatePlan): Candidate[] {
    return gridPoints(grid).flatMap((varied) => {
      const method = registry.get('methods', use)
      const all = { ...params, ...varied }
      const { given, by, smallGroups, precision, missing } = compare
      const own = stepName(method, resolveAll(registry, method.params, all, { method: use }))
      const name = canonicalJson([own, columns ?? null, others])
      if (named.has(name)) return []
      named.add(name)
      const first: StepPlan = {
        use,
        params: all,
        columns,
        given: method.traits.given === 'unused' ? undefined : given,
        by,
        smallGroups,
        ...(precision && { precision }),
        ...(missing && { missing }),
      }
      // A further step uses the groups of the masking step, unless it names its own.
      const within = (steps: readonly StepPlan[]): StepPlan[] =>
        steps.map((step) => ({
          ...step,
          ...(step.by.length > 0 ? {} : { by, smallGroups }),
          ...(precision && { precision: step.precision ?? precision }),
          ...(missing && { missing: step.missing ?? missing }),
        }))
      const masking = [first, ...within(others)]
      const label = [first, ...others].map(stepLabel).join(' & ')
      const worth = worthRunning(registry, { masking: [{ ...first, by }, ...within(others)], then: compare.then })
      return worth.map((v): Candidate => {
        const then = compare.then[v]
        const steps = [...masking, ...within(then)]
        for (const step of steps)
          resolveAll(registry, registry.get('methods', step.use).params, step.params, { method: step.use })
        const ids = then.map((step) => step.use)
        return { varied, masking: masking.length, steps, label: [label, ...ids].join(' + ') }
      })
    })
  }
}

/**
 * Label of a step in the names of candidates.
 *
 * @param step - Its method and parameters.
 * @returns `noise/additive relativeVariance = 0.1`
 */
export function stepLabel({ use, params }: Pick<StepPlan, 'use' | 'params'>): string {
  const text = Object.entries(params)
    .map(([name, value]) => `${name} = ${typeof value === 'string' ? value : canonicalJson(value)}`)
    .join(', ')
  return text ? `${use} ${text}` : use
}
