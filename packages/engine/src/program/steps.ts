import type { MaskingMethod, Metric, Registry } from '@sdc/core'
import { parseStep, type MetricPlan, type StepOptions, type StepPlan } from '../plan/plan.js'
import type { AnyParams, FileOptions, MaskSettings, NamedMetric, NamedStep } from './step-types.js'

/** Method of a step, by value or id. */
export function methodIn(step: NamedStep): MaskingMethod | string {
  return typeof step === 'string' || !isList(step) ? step : step[0]
}

/** Metric of a choice, by value or id. */
export function metricIn(choice: NamedMetric): Metric | string {
  return typeof choice === 'string' || !isList(choice) ? choice : choice[0]
}

/** Returns the methods or metrics that are given as values. */
export function valuesIn<T extends object>(named: readonly (T | string)[]): T[] {
  return named.filter((one): one is T => typeof one !== 'string')
}

/** Id of a method or metric. */
export function idOf(named: string | { readonly id: string }): string {
  return typeof named === 'string' ? named : named.id
}

/** A metric of a plan. */
export function metricPlanOf(choice: NamedMetric): MetricPlan {
  const params = typeof choice === 'string' || !isList(choice) ? {} : choice[1]
  return { use: idOf(metricIn(choice)), params: params ?? {} }
}

/**
 * Makes the steps of a plan. Settings for all steps apply to each step without its own. `columns` applies to the
 * masking steps only, because a post-masking step takes the columns of the steps before it.
 *
 * @param registry - Registry with the methods.
 * @param steps - Steps as given to `mask`.
 * @param settings - Settings for all steps.
 * @returns The steps of a plan.
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
      // A method that conditions on nothing gets no given columns, if other steps do.
      ...(given !== undefined && (steps.length === 1 || method.traits.given !== 'unused') && { given }),
    }
    return parseStep(defined({ ...all, ...own, use: method.id, params: defined(params ?? {}) }))
  })
}

/** Settings of the file, not of a step. */
const ofFile: readonly string[] = ['roles', 'schema', 'seed', 'registry', 'tick'] satisfies (keyof FileOptions)[]

/**
 * Selects the settings that a plan has under the same keys.
 *
 * @param settings - Settings of a masking or a comparison.
 * @param others - Keys to leave out, in addition to those of the file.
 * @returns The other settings, unchanged.
 */
export function plannedSettings(settings: object, others: readonly string[] = []): AnyParams {
  return Object.fromEntries(Object.entries(settings).filter(([name]) => ![...ofFile, ...others].includes(name)))
}

/** Drops undefined values, which count as absent. */
export function defined(object: AnyParams): AnyParams {
  return Object.fromEntries(Object.entries(object).filter(([, value]) => value !== undefined))
}

function isList(one: unknown): one is readonly [unknown, AnyParams?, StepOptions?] {
  return Array.isArray(one)
}
