import type { produce } from '../release/produce.js'
import { controlMetrics, measureHalves } from './measure-halves.js'

/**
 * Returns a run that measures its steps on halves of the file as well, before it makes the file. Metrics with a control
 * take their parameters from the plan.
 *
 * @param make - The run: `produce`, or one that also makes reports, which then have the values.
 * @returns The run; its outcome has the values, and its messages end with theirs.
 */
export function measuringHalves(make: typeof produce): typeof produce {
  return async (data, options, registry) => {
    const { steps, schema, measure, seed, screen, tick } = options
    const metrics = controlMetrics(registry).map((one) => options.metrics?.find(({ use }) => use === one.use) ?? one)
    const { result: halves, messages } = await measureHalves(
      data.source.dataset,
      { steps, schema, measure, seed, screen, metrics, tick: (fraction) => tick?.(fraction / 2, 'halves of the file') },
      registry,
    )
    const rest = (fraction: number, doing?: string): void => tick?.((1 + fraction) / 2, doing)
    const outcome = await make(data, { ...options, halves, tick: rest }, registry)
    return { ...outcome, halves, messages: [...outcome.messages, ...messages] }
  }
}
