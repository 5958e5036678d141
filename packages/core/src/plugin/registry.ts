import { SdcError, type ErrorCode, type ErrorPlace } from '../base/errors.js'
import { closestTo } from '../base/suggest.js'
import { pluginProblems } from './plugin-problems.js'
import { sorts, type Catalogue, type Defaults, type Plugin, type Sort } from './plugin.js'

/** Content of an app's plugins: the app builds the registry, then freezes it before its first run. */
export interface Registry {
  /** Adds a plugin or several; throws BAD_PLUGIN, ID_CLASH, REGISTRY_FROZEN. */
  use(plugins: Plugin | readonly Plugin[]): Registry
  /** From here on nothing can be added. */
  freeze(): Registry
  readonly plugins: readonly Plugin[]
  /** Defaults set by plugins. */
  readonly defaults: Defaults
  /** All of a sort, ordered by id. */
  all<K extends Sort>(sort: K): Catalogue[K][]
  /** The one of that id; throws UNKNOWN_METHOD, UNKNOWN_METRIC, …, with a suggestion. */
  get<K extends Sort>(sort: K, id: string): Catalogue[K]
  /** The plugin that an id came with. */
  pluginOf(id: string): Plugin
}

/** Wording of each sort of member, and its error for an unknown id. */
const words: Readonly<Record<Sort, { readonly one: keyof ErrorPlace; readonly code: ErrorCode }>> = {
  methods: { one: 'method', code: 'UNKNOWN_METHOD' },
  metrics: { one: 'metric', code: 'UNKNOWN_METRIC' },
  services: { one: 'service', code: 'UNKNOWN_SERVICE' },
  tables: { one: 'table', code: 'UNKNOWN_TABLE' },
  attacks: { one: 'attack', code: 'UNKNOWN_ATTACK' },
}

interface Entry {
  readonly sort: Sort
  readonly plugin: Plugin
  readonly member: Catalogue[Sort]
}

/**
 * Returns an empty registry of plugins; `use` adds some, and `freeze` makes it unchangeable.
 *
 * @throws BAD_PLUGIN on use of a plugin with problems, ID_CLASH for an id that is taken, REGISTRY_FROZEN after
 *   `freeze`.
 * @throws UNKNOWN_METHOD, UNKNOWN_METRIC and the like from `get` for an unknown id.
 */
export function createRegistry(): Registry {
  const entries = new Map<string, Entry>()
  const plugins: Plugin[] = []
  let frozen = false

  const add = (plugin: Plugin): void => {
    const problems = pluginProblems(plugin)
    if (problems.length > 0) {
      const name = String(plugin?.name ?? 'plugin')
      const fix = 'The README of @sdc/core has the contract in short.'
      throw new SdcError('BAD_PLUGIN', `${name} cannot be used: ${problems.join('; ')}`, { plugin: name }, fix)
    }
    const added = sorts.flatMap((sort) => (plugin[sort] ?? []).map((member) => ({ sort, plugin, member })))
    for (const { member } of added) {
      const owner = entries.get(member.id)?.plugin
      if (!owner) continue
      const message = `${plugin.name} registers ${member.id}, which ${owner.name} has registered`
      throw new SdcError('ID_CLASH', message, { plugin: plugin.name })
    }
    for (const entry of added) entries.set(entry.member.id, entry)
    plugins.push(plugin)
  }
  const ids = (sort: Sort): string[] =>
    [...entries]
      .filter(([, entry]) => entry.sort === sort)
      .map(([id]) => id)
      .sort()

  const registry: Registry = {
    plugins,
    get defaults() {
      return plugins.reduce<Defaults>(
        (before, { defaults }) => ({
          ...before,
          ...defaults,
          axes: { ...before.axes, ...defaults?.axes },
          profiles: { ...before.profiles, ...defaults?.profiles },
          purposes: { ...before.purposes, ...defaults?.purposes },
          candidates: [...(before.candidates ?? []), ...(defaults?.candidates ?? [])],
        }),
        {},
      )
    },
    use(given) {
      if (frozen) {
        const fix = 'Call use() for every plugin before freeze().'
        throw new SdcError('REGISTRY_FROZEN', 'plugins cannot be added once a run has begun', {}, fix)
      }
      for (const plugin of Array.isArray(given) ? (given as readonly Plugin[]) : [given as Plugin]) add(plugin)
      return registry
    },
    freeze() {
      frozen = true
      return registry
    },
    all: (sort) => ids(sort).map((id) => registry.get(sort, id)),
    get<K extends Sort>(sort: K, id: string): Catalogue[K] {
      const entry = entries.get(id)
      if (entry?.sort === sort) return entry.member as Catalogue[K]
      const { one, code } = words[sort]
      const other = entry ? `${id} is a ${words[entry.sort].one}, not a ${one}` : `there is no ${one} "${id}"`
      throw new SdcError(code, other, { [one]: id }, suggestion(id, ids(sort), `sdc ${sort}`))
    },
    pluginOf(id) {
      const entry = entries.get(id)
      if (entry) return entry.plugin
      throw new SdcError(
        'UNKNOWN_METHOD',
        `no plugin registered "${id}"`,
        {},
        suggestion(id, [...entries.keys()], 'sdc methods, sdc metrics'),
      )
    },
  }
  return registry
}

/** More than these are not listed where one of them is near. */
const FEW = 12

function suggestion(id: string, known: readonly string[], where: string): string {
  const guess = closestTo(id, known)
  if (guess !== undefined && known.length > FEW) return `Did you mean ${guess}? The known ones are ${where}.`
  const list = known.length > 0 ? `Known: ${[...known].sort().join(', ')}.` : 'No plugin registered any.'
  return guess ? `Did you mean ${guess}? ${list}` : list
}
