import type { MaskingMethod, Metric, Registry } from '@sdc/core'
import { parseStep, type MetricPlan, type StepOptions, type StepPlan } from '../plan/plan.js'
import type { AnyParams, FileOptions, MaskSettings, NamedMetric, NamedStep } from './step-types.js'

/** What a step names: its method by value or id. */
export function methodIn(step: NamedStep): MaskingMethod | string {
  return typeof step === 'string' || !isList(step) ? step : step[0]
}

/** What a choice of a metric names. */
export function metricIn(choice: NamedMetric): Metric | string {
  return typeof choice === 'string' || !isList(choice) ? choice : choice[0]
}

/** Of methods and metrics those that are values. */
export function valuesIn<T extends object>(named: readonly (T | string)[]): T[] {
  return named.filter((one): one is T => typeof one !== 'string')
}

/** The id of what is named. */
export function idOf(named: string | { readonly id: string }): string {
  return typeof named === 'string' ? named : named.id
}

/** A metric of a plan. */
export function metricPlanOf(choice: NamedMetric): MetricPlan {
  const params = typeof choice === 'string' || !isList(choice) ? {} : choice[1]
  return { use: idOf(metricIn(choice)), params: params ?? {} }
}

/**
 * The steps of a plan. What is said of all of them holds for each that says nothing else; but the columns are those that are
 * masked, which a post-masking step takes from the steps before it.
 *
 * @param registry - Has the methods.
 * @param steps - As they are given to `mask`.
 * @param settings - What is said of all of them.
 * @returns The steps, as a plan has them.
 * @throws UNKNOWN_METHOD, BAD_PLAN.
 */
export function stepPlans(registry: Registry, steps: readonly NamedStep[], settings: MaskSettings): StepPlan[] {
  const { columns, given, ...shared } = plannedSettings(settings) as StepOptions
  return steps.map((step, s) => {
    const [params, own] = isList(step) ? [step[1], step[2]] : []
    const method = registry.get('methods', idOf(methodIn(step)))
    const all: StepOptions = {
      ...shared,
      ...(columns !== undefined && (s === 0 || !method.traits.postMasking) && { columns }),
      // A method that conditions on nothing is given nothing, if another step of the list is.
      ...(given !== undefined && (steps.length === 1 || method.traits.given !== 'unused') && { given }),
    }
    return parseStep(defined({ ...all, ...own, use: method.id, params: defined(params ?? {}) }))
  })
}

/** What is said of the file, not of a step. */
const ofFile: readonly string[] = ['roles', 'schema', 'seed', 'registry', 'tick'] satisfies (keyof FileOptions)[]

/**
 * Of settings what a plan says by the same keys.
 *
 * @param settings - Of a masking or a comparison.
 * @param others - Keys that are said in another way, besides those of the file.
 * @returns The rest, as it is.
 */
export function plannedSettings(settings: object, others: readonly string[] = []): AnyParams {
  return Object.fromEntries(Object.entries(settings).filter(([name]) => ![...ofFile, ...others].includes(name)))
}

/** Without the keys that hold nothing: a key that is undefined is one that is left out. */
export function defined(object: AnyParams): AnyParams {
  return Object.fromEntries(Object.entries(object).filter(([, value]) => value !== undefined))
}

function isList(one: unknown): one is readonly [unknown, AnyParams?, StepOptions?] {
  return Array.isArray(one)
}
