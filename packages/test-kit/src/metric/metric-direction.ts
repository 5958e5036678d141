import { runCheck, type Check } from '../shared/check.js'
import { VALUE_TOLERANCE } from './metric-value.js'
import { measureOnce, pairOf, type MetricSubject } from './run-metric.js'

/** A fiftieth of a standard deviation hardly changes a record; ten of them destroy all information. */
const LIGHT = 0.02
const HEAVY = 10

/**
 * Checks that much more noise does not reduce the loss, nor increase the risk. It applies only to metrics that state a
 * value for the unmasked file, and to a risk only if it follows the records: noise on categories may make more of them
 * unique.
 */
export async function directionChecks(subject: MetricSubject): Promise<Check[]> {
  const { metric, scenario, cases } = subject
  const risk = metric.kind === 'risk' && metric.needsOrigin && metric.accepts.every((kind) => kind === 'numeric')
  if (metric.atIdentity === null || !(metric.kind === 'loss' || risk)) return []
  const name = risk ? 'much more noise does not make the risk larger' : 'much more noise does not make the loss smaller'
  return [
    await runCheck(metric.id, name, async () => {
      const [light, heavy] = [
        await measureOnce(subject, pairOf(scenario, LIGHT), cases[0].params),
        await measureOnce(subject, pairOf(scenario, HEAVY), cases[0].params),
      ]
      if (light.value === null || heavy.value === null) return []
      // A metric whose better direction is `higher` is compared in reverse.
      const worse =
        (metric.better === 'lower' ? heavy.value - light.value : light.value - heavy.value) * (risk ? -1 : 1)
      if (worse >= -VALUE_TOLERANCE * Math.max(1, Math.abs(light.value))) return []
      return [
        `expected noise of ${HEAVY} standard deviations not to be ${risk ? 'riskier' : 'better'} than of ` +
          `${LIGHT}, got ${heavy.value} against ${light.value}`,
      ]
    }),
  ]
}
