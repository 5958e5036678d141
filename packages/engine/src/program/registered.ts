import {
  createRegistry,
  SdcError,
  type Card,
  type Catalogue,
  type Ids,
  type MaskingMethod,
  type Metric,
  type Plugin,
  type Plugins,
  type Registry,
  type Sort,
} from '@sdc/core'

/** Source for looking up ids: a registry, one plugin, or several, as `@sdc/standard` exports them. */
export type Registered<I extends Ids = Ids> = Registry | Plugin | Plugins<I>

/** Methods and metrics that are given as values and need no registry. */
interface Values {
  readonly methods?: readonly MaskingMethod[]
  readonly metrics?: readonly Metric[]
}

const fix =
  'Pass the method or metric itself, or the plugin that has it: registry: standard (from @sdc/standard) ' +
  'has all of them.'

/**
 * Registry of one call: the given values, and the registered plugins.
 *
 * @param values - Methods and metrics of the call; one may occur in both, if it is the same.
 * @param registered - Registry or plugins for all other ids.
 * @returns The registry, frozen.
 * @throws ID_CLASH if a value has the id of another one.
 */
export function registryOf(values: Values, registered: Registered | undefined): Registry {
  const base = registered === undefined ? undefined : built(registered)
  const own = { methods: distinct('method', values.methods, base), metrics: distinct('metric', values.metrics, base) }
  if (base && own.methods.length + own.metrics.length === 0) return base
  const plugin: Plugin = { name: 'this program', version: '0.0.0', sdc: '^1', ...own }
  const listOf = <K extends Sort>(sort: K): readonly Catalogue[K][] => (plugin[sort] ?? []) as readonly Catalogue[K][]
  const registry: Registry = {
    plugins: [...(base?.plugins ?? []), plugin],
    defaults: base?.defaults ?? {},
    use() {
      throw new SdcError('REGISTRY_FROZEN', 'plugins cannot be added once a run has begun')
    },
    freeze: () => registry,
    all: (sort) => [...listOf(sort), ...(base?.all(sort) ?? [])].sort((a, b) => (a.id < b.id ? -1 : 1)),
    get<K extends Sort>(sort: K, id: string): Catalogue[K] {
      const found = listOf(sort).find((one) => one.id === id)
      if (found) return found
      if (base) return base.get(sort, id)
      const known = listOf(sort).map((one) => one.id)
      const here = known.length > 0 ? ` Available: ${known.join(', ')}.` : ''
      const code = sort === 'methods' ? 'UNKNOWN_METHOD' : 'UNKNOWN_METRIC'
      const [place, what] = sort === 'methods' ? [{ method: id }, 'method'] : [{ metric: id }, 'metric']
      throw new SdcError(code, `no ${what} "${id}" was passed`, place, `${fix}${here}`)
    },
    pluginOf: (id) =>
      [...own.methods, ...own.metrics].some((one) => one.id === id) || !base ? plugin : base.pluginOf(id),
  }
  return registry
}

/** Registries by list of plugins, so that each is made once. */
const registries = new WeakMap<object, Registry>()

function built(registered: Registered): Registry {
  if ('get' in registered && typeof registered.get === 'function') return registered as Registry
  const known = registries.get(registered)
  if (known) return known
  const made = createRegistry()
    .use(registered as Plugin | readonly Plugin[])
    .freeze()
  registries.set(registered, made)
  return made
}

/** Returns each value once, without those that are registered already. */
function distinct<T extends Card>(
  one: 'method' | 'metric',
  values: readonly T[] = [],
  base: Registry | undefined,
): T[] {
  const held = new Map<string, T>()
  for (const value of values) {
    const other = held.get(value.id) ?? registeredAs(one, value.id, base)
    if (other !== undefined && other !== value) {
      const message = `two ${one}s have the id ${value.id}`
      throw new SdcError('ID_CLASH', message, { [one]: value.id }, 'Pass one of them, or use another id.')
    }
    if (other === undefined) held.set(value.id, value)
  }
  return [...held.values()]
}

function registeredAs(one: 'method' | 'metric', id: string, base: Registry | undefined): Card | undefined {
  const all: readonly Card[] = base?.all(one === 'method' ? 'methods' : 'metrics') ?? []
  return all.find((member) => member.id === id)
}
