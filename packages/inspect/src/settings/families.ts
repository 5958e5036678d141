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

/** Ids that were asked for, with those of the families that were named. */
export interface NamedIds {
  readonly ids: readonly string[]
  /** Metrics that a family has and that were left out, a sentence each. */
  readonly messages: readonly Message[]
}

/** Files and rules at hand for metrics that need them. */
export type FilesAtHand = Partial<Readonly<Record<NonNullable<Metric['needs']>, unknown>>>

/**
 * The metrics that a list names: ids, kinds (`risk`, `loss`, `score`, `permutation`), families of ids, and `all`. A kind or
 * family stands for those of its metrics that are not costly and have the files they need; `all` for every one.
 *
 * @param registry - The metrics.
 * @param names - Names as typed; undefined if none were.
 * @param files - The other files that are at hand.
 * @returns The ids, each once, in the order of the list; undefined where nothing was typed.
 * @throws UNKNOWN_METRIC with what was probably meant.
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
 * Tests that a list names metrics one by one, so that the user also wants their details.
 *
 * @param registry - The metrics.
 * @param names - Names as typed.
 * @returns True if every name is an id.
 */
export function areMetricIds(registry: Registry, names: readonly string[] | undefined): boolean {
  const known = new Set(registry.all('metrics').map(({ id }) => id))
  return names?.every((name) => known.has(name)) ?? false
}

/** A list of methods, taken apart. */
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
 * @throws UNKNOWN_METHOD with what was probably meant.
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
 * Tests that a name is a family of methods, metrics or another sort.
 *
 * @param registry - The registry.
 * @param sort - Sort of the family.
 * @param name - Name as typed: `noise`.
 * @returns True where something of that sort is in that family; false also of an id.
 * @throws UNKNOWN_METHOD, UNKNOWN_METRIC for what is neither an id nor a family, with what was probably meant.
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
 * The family of an id.
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
    // A name that is registered as another sort gets an error that says so.
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
