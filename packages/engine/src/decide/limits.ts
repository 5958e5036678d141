import type { Registry } from '@sdc/core'
import { bindLimits, limitKey, type Limit, type Limits } from '../limits/limits.js'
import type { Yardsticks } from './runs/yardsticks.js'

/** Loss of independent columns above which a relation is worth keeping. */
export const WORTH_KEEPING = 30
/** Maximum loss of a relation, as a share of the loss of independent columns. */
export const MOST_LOST = 0.5

/**
 * Collects the limits on the candidates. Limits of the purpose apply if their metric has a value on the original. Each relation
 * is limited to half of the loss of independent columns, if this loss is more than 30. Limits that a user sets replace both.
 *
 * @param registry - Registry with the metrics.
 * @param purpose - Limits and relations of the purpose.
 * @param asked - Limits that the user set.
 * @param marks - Metric values of the original and of independent data.
 * @param mayLack - Metrics that may be without a value.
 * @returns The limits.
 */
export function decisionLimits(
  registry: Registry,
  purpose: { readonly limits: Limits; readonly relations: readonly string[] },
  asked: Limits,
  marks: Yardsticks,
  mayLack?: readonly string[],
): Limit[] {
  const hasValue = ([id]: readonly [string, number]): boolean =>
    (marks.original.get(id)?.measurement.value ?? null) !== null
  const usual = Object.entries(purpose.limits).filter(hasValue)
  const kept = purpose.relations.flatMap((id): [string, number][] => {
    const lost = marks.independent.get(id)?.measurement.value ?? null
    return lost !== null && lost > WORTH_KEEPING ? [[id, Number((MOST_LOST * lost).toFixed(1))]] : []
  })
  return bindLimits(registry, { ...Object.fromEntries([...usual, ...kept]), ...asked }, mayLack)
}

/**
 * Leaves out the limits on losses that no user set.
 *
 * @param limits - All limits of a decision.
 * @param asked - Limits that the user set.
 * @returns The others; undefined if these are all.
 */
export function withoutLosses(limits: readonly Limit[], asked: Limits = {}): readonly Limit[] | undefined {
  const kept = limits.filter((limit) => limit.metric.kind !== 'loss' || Object.hasOwn(asked, limitKey(limit)))
  return kept.length < limits.length ? kept : undefined
}
