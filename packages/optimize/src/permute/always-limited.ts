import type { MetricLimit } from '@sdc/core'

/** Intruder with maximum knowledge: no risk is lowered at the cost of this one. */
const ALWAYS = 'risk/max-knowledge'

/**
 * Returns the named limits, and with any of them also one on linkage by an intruder with maximum knowledge.
 *
 * A search that lowers one risk finds files in which another is high. It lowers interval disclosure by moving every
 * value out of its interval. This follows a rule, and an intruder who knows the ranks links records by it. With a limit
 * on interval disclosure alone the number of links doubled while the score fell. A limit of the user's own on that
 * metric replaces this one.
 *
 * @param limits - Limits that the user names.
 * @returns The same if there is none, or one on that metric.
 */
export function alwaysLimited(limits: readonly MetricLimit[]): readonly MetricLimit[] {
  if (limits.length === 0 || limits.some(({ metric }) => metric.use === ALWAYS)) return limits
  return [...limits, { metric: { use: ALWAYS, params: {} } }]
}
