import type { Plugin, Plugins } from '@sdc/core'

type Load = () => Promise<{ readonly default: Plugin }>

const metrics: Load = () => import('@sdc/metrics')
const permutation: Load = () => import('@sdc/permutation')

/** Packages of methods and metrics of microdata, by the beginnings of their names. */
const families = new Map<string, readonly Load[]>([
  ['categorical', [() => import('@sdc/methods-categorical')]],
  ['coding', [() => import('@sdc/methods-coding')]],
  ['copula', [() => import('@sdc/methods-copula')]],
  ['dates', [() => import('@sdc/methods-dates')]],
  ['distortion', [() => import('@sdc/methods-distortion')]],
  ['identifiers', [() => import('@sdc/methods-identifiers')]],
  ['linear', [() => import('@sdc/methods-linear')]],
  ['microaggregation', [() => import('@sdc/methods-microaggregation')]],
  ['noise', [() => import('@sdc/methods-noise')]],
  ['swapping', [() => import('@sdc/methods-swapping')]],
  ['synthetic', [() => import('@sdc/methods-synthetic')]],
  ['reverse-map', [() => import('@sdc/reverse-map')]],
  ['optimize', [() => import('@sdc/optimize')]],
  ['permutation', [permutation]],
  ['risk', [metrics, permutation]],
  ['loss', [metrics]],
  ['score', [metrics]],
])

/**
 * Plugins of the project that contain the requested ids, and no others. For a program that starts often and knows its
 * methods.
 *
 * @param ids - Methods and metrics.
 * @returns The plugins, for `createRegistry().use(…)`; all for microdata if an id is unknown.
 */
export async function neededPlugins(ids: readonly string[]): Promise<Plugins> {
  const loads = ids.map((id) => families.get(id.split('/')[0]))
  if (loads.includes(undefined)) return (await import('./records.js')).default
  const loaded = await Promise.all([...new Set(loads.flatMap((some = []) => some))].map((load) => load()))
  return loaded.map((module) => module.default)
}
