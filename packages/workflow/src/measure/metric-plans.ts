import { SdcError, type Registry } from '@sdc/core'
import { chooseMetrics, type MetricPlan } from '@sdc/engine'
import { keyValue, settings } from '../settings/settings.js'

/**
 * The metrics to measure, every registered one where none is named, with their settings `id.name=value`, where the id's
 * family may be left out. Throws BAD_OPTION for a setting of none of them.
 */
export function metricPlans(
  registry: Registry,
  ids: readonly string[] | undefined,
  pairs: readonly string[],
): MetricPlan[] {
  const plans = new Map(
    (ids ?? registry.all('metrics').map(({ id }) => id)).map((id) => [registry.get('metrics', id).id, [] as string[]]),
  )
  for (const pair of pairs) {
    const [path, value] = keyValue(pair)
    const at = path.lastIndexOf('.')
    const wanted = path.slice(0, Math.max(at, 0))
    const id = [...plans.keys()].find((one) => one === wanted || one.split('/')[1] === wanted)
    if (id === undefined) {
      const advice = `The form is id.name=value, with id one of ${[...plans.keys()].join(', ')}.`
      throw new SdcError('BAD_OPTION', `--set ${pair} names no metric that is measured`, {}, advice)
    }
    plans.get(id)?.push(`${path.slice(at + 1)}=${value}`)
  }
  return [...plans].map(([use, own]) => ({ use, params: settings(registry.get('metrics', use).params, own) }))
}

/**
 * Looks up what is to be measured after a run, before the run.
 * @param registry - Where the metrics are.
 * @param metrics - What a plan names.
 * @throws UNKNOWN_METRIC, and BAD_PARAMETER for a parameter of one of them.
 */
export function checkMetrics(registry: Registry, metrics: readonly MetricPlan[]): void {
  chooseMetrics(registry, metrics)
}
