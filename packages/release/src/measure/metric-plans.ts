import { didYouMean, option, SdcError, type Registry } from '@sdc/core'
import { chooseMetrics, type MetricPlan } from '@sdc/engine'
import { keyValue, settings } from '@sdc/inspect'

/**
 * Returns the metrics to measure with their settings `id.name=value`; the family of the id may be left out.
 *
 * @param registry - The metrics.
 * @param ids - Named metrics: a setting of another one is a mistake.
 * @param pairs - The settings.
 * @param usual - Metrics to measure if none is named, in addition to those with settings; by default all.
 * @returns The metrics with their parameters.
 * @throws BAD_OPTION for a setting of none of them.
 */
export function metricPlans(
  registry: Registry,
  ids: readonly string[] | undefined,
  pairs: readonly string[],
  usual?: readonly string[],
): MetricPlan[] {
  const all = registry.all('metrics').map(({ id }) => id)
  const plans = new Map((ids ?? usual ?? all).map((id) => [registry.get('metrics', id).id, [] as string[]]))
  const known = ids ? [...plans.keys()] : all
  for (const pair of pairs) {
    const [path, value] = keyValue(pair)
    const at = path.lastIndexOf('.')
    const wanted = path.slice(0, Math.max(at, 0))
    const id = known.find((one) => one === wanted || one.split('/')[1] === wanted)
    if (id === undefined) {
      const near = didYouMean(wanted, known)
      const there = known.length > 12 ? 'of a metric (sdc metrics)' : `one of ${known.join(', ')}`
      const fix = `${near}The form is id.name=value, with the id ${there}.`
      throw new SdcError('BAD_OPTION', `${option('set', pair)} names no metric that is measured`, {}, fix)
    }
    plans.set(id, [...(plans.get(id) ?? []), `${path.slice(at + 1)}=${value}`])
  }
  return [...plans].map(([use, own]) => ({ use, params: settings(registry.get('metrics', use).params, own) }))
}

/**
 * Checks the metrics to measure after a run, before the run.
 *
 * @param registry - The metrics.
 * @param metrics - Metrics of a plan.
 * @throws UNKNOWN_METRIC, and BAD_PARAMETER for a parameter of one of them.
 */
export function checkMetrics(registry: Registry, metrics: readonly MetricPlan[]): void {
  chooseMetrics(registry, metrics)
}
