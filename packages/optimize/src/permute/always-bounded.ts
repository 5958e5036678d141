import type { MetricLimit } from '@sdc/core'

/** The intruder who knows the most: no risk is lowered at the cost of this one. */
const ALWAYS = 'risk/max-knowledge'

/**
 * The bounds that hold where some are named: these, and that on what an intruder with maximum knowledge links.
 *
 * A search that lowers one risk finds files in which another is high. Interval disclosure is lowered by leading every value out
 * of its windows, which is a rule, and whoever knows the ranks then links the records by it: with a bound on interval disclosure
 * alone their number doubled while the score fell. Who wants it otherwise says so by a bound of their own on that metric.
 *
 * @param bounds - Those that the user names.
 * @returns The same where there is none, or one on that metric.
 */
export function alwaysBounded(bounds: readonly MetricLimit[]): readonly MetricLimit[] {
  if (bounds.length === 0 || bounds.some(({ metric }) => metric.use === ALWAYS)) return bounds
  return [...bounds, { metric: { use: ALWAYS, params: {} } }]
}
