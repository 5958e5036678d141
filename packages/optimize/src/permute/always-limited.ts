import type { MetricLimit } from '@sdc/core'

/** The intruder who knows the most: no risk is lowered at the cost of this one. */
const ALWAYS = 'risk/max-knowledge'

/**
 * The limits that hold where some are named: these, and that on what an intruder with maximum knowledge links.
 *
 * A search that lowers one risk finds files in which another is high. Interval disclosure is lowered by leading every value out
 * of its windows, which is a rule, and whoever knows the ranks then links the records by it: with a limit on interval disclosure
 * alone their number doubled while the score fell. Who wants it otherwise says so by a limit of their own on that metric.
 *
 * @param limits - Those that the user names.
 * @returns The same where there is none, or one on that metric.
 */
export function alwaysLimited(limits: readonly MetricLimit[]): readonly MetricLimit[] {
  if (limits.length === 0 || limits.some(({ metric }) => metric.use === ALWAYS)) return limits
  return [...limits, { metric: { use: ALWAYS, params: {} } }]
}
