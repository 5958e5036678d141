import type { Card } from '../base/card.js'
import { SdcError, type ErrorCode } from '../base/errors.js'
import { methodProblems, type MaskingMethod } from '../method/method.js'
import { metricProblems, type Metric } from '../metric/metric.js'
import { contractVersion, type Plugin } from './plugin.js'
import { closestTo } from '../base/suggest.js'

/** The methods and metrics of the plugins an app uses: a value that the app builds, then freezes before its first run. */
export interface Registry {
  /** Adds a plugin or several; throws BAD_PLUGIN, ID_CLASH, REGISTRY_FROZEN. */
  use(plugins: Plugin | readonly Plugin[]): Registry
  /** From here on nothing can be added. */
  freeze(): Registry
  readonly plugins: readonly Plugin[]
  /** All methods, sorted by id. */
  methods(): MaskingMethod[]
  /** All metrics, sorted by id. */
  metrics(): Metric[]
  /** The method of that id; throws UNKNOWN_METHOD with a suggestion. */
  method(id: string): MaskingMethod
  /** The metric of that id; throws UNKNOWN_METRIC with a suggestion. */
  metric(id: string): Metric
  /** The plugin a method or metric came with. */
  pluginOf(id: string): Plugin
}

export function createRegistry(): Registry {
  const methods = new Map<string, MaskingMethod>()
  const metrics = new Map<string, Metric>()
  const owners = new Map<string, Plugin>()
  const plugins: Plugin[] = []
  let frozen = false

  const add = (plugin: Plugin): void => {
    const problems = pluginProblems(plugin)
    if (problems.length > 0) {
      const name = String(plugin?.name ?? 'plugin')
      const advice = 'The README of @sdc/core has the contract in short.'
      throw new SdcError('BAD_PLUGIN', `${name} cannot be used: ${problems.join('; ')}`, { plugin: name }, advice)
    }
    const added = [...(plugin.methods ?? []), ...(plugin.metrics ?? [])]
    for (const { id } of added) {
      const owner = owners.get(id)
      if (!owner) continue
      const message = `${plugin.name} registers ${id}, which ${owner.name} has registered`
      throw new SdcError('ID_CLASH', message, { plugin: plugin.name })
    }
    for (const method of plugin.methods ?? []) methods.set(method.id, method)
    for (const metric of plugin.metrics ?? []) metrics.set(metric.id, metric)
    for (const { id } of added) owners.set(id, plugin)
    plugins.push(plugin)
  }

  const registry: Registry = {
    plugins,
    use(given) {
      if (frozen) {
        const advice = 'Call use() for every plugin before freeze().'
        throw new SdcError('REGISTRY_FROZEN', 'plugins cannot be added once a run has begun', {}, advice)
      }
      for (const plugin of Array.isArray(given) ? (given as readonly Plugin[]) : [given as Plugin]) add(plugin)
      return registry
    },
    freeze() {
      frozen = true
      return registry
    },
    methods: () => [...methods.values()].sort(byId),
    metrics: () => [...metrics.values()].sort(byId),
    method: (id) => methods.get(id) ?? unknown('UNKNOWN_METHOD', 'method', id, [...methods.keys()]),
    metric: (id) => metrics.get(id) ?? unknown('UNKNOWN_METRIC', 'metric', id, [...metrics.keys()]),
    pluginOf: (id) => owners.get(id) ?? unknown('UNKNOWN_METHOD', 'method or metric', id, [...owners.keys()]),
  }
  return registry
}

/** What is wrong with the form of a plugin; an empty list where nothing is. */
export function pluginProblems(plugin: Partial<Plugin> | null | undefined): string[] {
  if (typeof plugin !== 'object' || plugin === null) return ['it has no default export made by definePlugin']
  const problems: string[] = []
  if (typeof plugin.name !== 'string' || plugin.name === '') problems.push('name is missing')
  if (typeof plugin.version !== 'string' || plugin.version === '') problems.push('version is missing')
  if (!hostRange.test(String(plugin.sdc)))
    problems.push(`sdc is ${JSON.stringify(plugin.sdc)}, not a range such as "^1"`)
  else if (!hostAccepts(String(plugin.sdc)))
    problems.push(`it is written for sdc ${plugin.sdc}, this is ${contractVersion}`)
  const methods = plugin.methods ?? []
  const metrics = plugin.metrics ?? []
  if (!Array.isArray(methods) || !Array.isArray(metrics)) return [...problems, 'methods and metrics are not lists']
  if (methods.length + metrics.length === 0) problems.push('it has neither methods nor metrics')
  for (const method of methods) problems.push(...methodProblems(method))
  for (const metric of metrics) problems.push(...metricProblems(metric))
  const ids = [...methods, ...metrics].map((one: Partial<Card> | null) => one?.id).filter((id) => id !== undefined)
  for (const id of new Set(ids.filter((one, i) => ids.indexOf(one) !== i))) problems.push(`${id} is there twice`)
  return problems
}

const hostRange = /^[\^~]?\d+(\.\d+){0,2}$/

/** Whether this contract lies in a plugin's range: `^1.2` needs 1.2 or later below 2, `~1.2` below 1.3, `1.2` any 1.2. */
function hostAccepts(range: string): boolean {
  const wanted = range
    .replace(/^[\^~]/, '')
    .split('.')
    .map(Number)
  const host = contractVersion.split('.').map(Number)
  const fixed = range.startsWith('^') ? 1 : range.startsWith('~') ? 2 : 3
  const differs = wanted.findIndex((part, i) => part !== host[i])
  return differs < 0 || (differs >= fixed && host[differs] > wanted[differs])
}

function byId(a: { readonly id: string }, b: { readonly id: string }): number {
  return a.id < b.id ? -1 : a.id > b.id ? 1 : 0
}

function unknown(code: ErrorCode, what: string, id: string, known: readonly string[]): never {
  const guess = closestTo(id, known)
  const list = known.length > 0 ? `Known: ${[...known].sort().join(', ')}.` : 'No plugin registered any.'
  const advice = guess ? `Did you mean ${guess}? ${list}` : list
  throw new SdcError(code, `there is no ${what} "${id}"`, what === 'metric' ? { metric: id } : { method: id }, advice)
}
