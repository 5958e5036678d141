import {
  asNote,
  closestTo,
  listed,
  option,
  SdcError,
  type Message,
  type Metric,
  type Registry,
  type Sort,
} from '@sdc/core'

/** Requested ids, with those of the requested families. */
export interface NamedIds {
  readonly ids: readonly string[]
  /** Metrics of a family that were left out, a sentence each. */
  readonly messages: readonly Message[]
}

/** Available files and rules for metrics that need them. */
export type FilesAtHand = Partial<Readonly<Record<NonNullable<Metric['needs']>, unknown>>>

/**
 * Returns the metrics that a list names by ids, kinds (`risk`, `loss`, `score`, `permutation`), families, or `all`. A
 * kind or family includes its metrics that are not costly and whose files are available; `all` includes every metric.
 *
 * @param registry - The metrics.
 * @param names - Names as typed; undefined if none were.
 * @param files - The other files that are available.
 * @returns The distinct ids, in the order of the list; undefined if nothing was typed.
 * @throws UNKNOWN_METRIC with a similar name.
 */
export function metricIds(
  registry: Registry,
  names: readonly string[] | undefined,
  files: FilesAtHand = {},
): NamedIds | undefined {
  if (names === undefined) return undefined
  const all = registry.all('metrics')
  const groups = [...new Set(all.flatMap(({ id, kind }) => [kind, familyOf(id)]))].sort()
  const left = new Set<string>()
  const ids = names.flatMap((name) => {
    if (name === 'all') return all.map(({ id }) => id)
    if (all.some(({ id }) => id === name)) return [name]
    if (!groups.includes(name)) throw unknown('metric', name, ['all', ...groups, ...all.map(({ id }) => id)], registry)
    const members = all.filter(({ id, kind }) => kind === name || familyOf(id) === name)
    const usual = members.filter(({ costly, needs }) => !costly && (needs === undefined || files[needs] !== undefined))
    for (const { id } of members) if (!usual.some((one) => one.id === id)) left.add(id)
    return usual.map(({ id }) => id)
  })
  const dropped = [...left].filter((id) => !ids.includes(id))
  const messages =
    dropped.length === 0
      ? []
      : [
          asNote(
            `left out, since they take long or need another file or rules: ${dropped.join(', ')} (name them, or ${option('metrics', 'all')})`,
          ),
        ]
  return { ids: [...new Set(ids)], messages }
}

/**
 * Returns true if a list names metrics one by one, so that the user also wants their details.
 *
 * @param registry - The metrics.
 * @param names - Names as typed.
 * @returns True if every name is an id.
 */
export function areMetricIds(registry: Registry, names: readonly string[] | undefined): boolean {
  const known = new Set(registry.all('metrics').map(({ id }) => id))
  return names?.every((name) => known.has(name)) ?? false
}

/** Ids and families in a list of methods. */
export interface NamedMethods {
  readonly ids: readonly string[]
  readonly families: readonly string[]
}

/**
 * Splits a list of methods into ids and families (`microaggregation`).
 *
 * @param registry - The methods.
 * @param names - Names as typed.
 * @returns Both, in the order of the list.
 * @throws UNKNOWN_METHOD with a similar name.
 */
export function namedMethods(registry: Registry, names: readonly string[]): NamedMethods {
  const all = registry.all('methods').map(({ id }) => id)
  const families = [...new Set(all.map(familyOf))].sort()
  const strange = names.find((name) => !all.includes(name) && !families.includes(name))
  if (strange !== undefined) throw unknown('method', strange, [...families, ...all], registry)
  return {
    ids: names.filter((name) => all.includes(name)),
    families: names.filter((name) => !all.includes(name)),
  }
}

/**
 * Returns true if a name is a family of methods, metrics or another sort.
 *
 * @param registry - The registry.
 * @param sort - Sort of the family.
 * @param name - Name as typed: `noise`.
 * @returns True for a family with a member of that sort; false for an id.
 * @throws UNKNOWN_METHOD or UNKNOWN_METRIC with a similar name, if the name is neither an id nor a family.
 */
export function isFamily(registry: Registry, sort: Sort, name: string): boolean {
  const all = registry.all(sort).map(({ id }) => id)
  if (all.includes(name)) return false
  const families = [...new Set(all.map(familyOf))].sort()
  if (families.includes(name)) return true
  if (sort === 'methods' || sort === 'metrics')
    throw unknown(sort === 'methods' ? 'method' : 'metric', name, [...families, ...all], registry)
  return false
}

/**
 * Returns the family of an id.
 *
 * @param id - `microaggregation/mdav`.
 * @returns The part before its last slash: `microaggregation`.
 */
export function familyOf(id: string): string {
  return id.slice(0, Math.max(0, id.lastIndexOf('/')))
}

function unknown(one: 'metric' | 'method', name: string, known: readonly string[], registry: Registry): SdcError {
  const sort = `${one}s` as const
  try {
    // Throws an error that names the right sort if the name is registered as another one.
    registry.get(sort, name)
  } catch (error) {
    if (error instanceof SdcError && !error.message.startsWith('there is no')) return error
  }
  const families = known.filter((group) => group !== '' && !group.includes('/'))
  const guess = closestTo(name, known)
  const fix = `${guess === undefined ? '' : `Did you mean ${guess}? `}Families: ${listed(families)}; one by one: sdc ${sort}.`
  return new SdcError(
    one === 'metric' ? 'UNKNOWN_METRIC' : 'UNKNOWN_METHOD',
    `there is no ${one} "${name}"`,
    { [one]: name },
    fix,
  )
}
