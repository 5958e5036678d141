import { didYouMean, kindOf, SdcError, type Dataset, type Metric, type Registry } from '@sdc/core'

/** Files and rules that some metrics need in addition to the two files. */
export type OtherFiles = Partial<Readonly<Record<NonNullable<Metric['needs']>, unknown>>>

/** Knowledge about the original record of each masked one; synthetic records have none. */
export type RecordLinks = 'linked' | 'unlinked' | 'synthetic'

/** Metrics for a file under one name: those of its kinds of columns, lists of plugins, or all metrics. */
export interface Profile {
  readonly ids: readonly string[]
  /** Fitting metrics that take so long that they are measured on request only. */
  readonly costly: readonly string[]
}

/**
 * Returns the metrics of a profile, ordered by id.
 *
 * @param registry - The metrics, and the lists that plugins name (`papers`).
 * @param name - `numeric`, `categorical`, `all` or a plugin's list.
 * @returns The ids of its metrics.
 * @throws BAD_OPTION for an unknown profile, with the known ones.
 */
export function profileNamed(registry: Registry, name: string): readonly string[] {
  const listed = registry.defaults.profiles ?? {}
  const all = registry.all('metrics')
  if (name === 'all') return all.map(({ id }) => id)
  if (name === 'numeric' || name === 'categorical')
    return all.filter((metric) => isOfKind(metric, name)).map(({ id }) => id)
  if (Object.hasOwn(listed, name)) return listed[name].map((id) => registry.get('metrics', id).id)
  const known = ['numeric', 'categorical', 'all', ...Object.keys(listed)]
  const fix = `${didYouMean(name, known)}There are ${known.join(', ')}.`
  throw new SdcError('BAD_OPTION', `there is no profile "${name}"`, { parameter: name }, fix)
}

/**
 * Returns the default metrics of a file: those for the kinds of its columns that are not costly. Without links they
 * include the metrics for synthetic files. A synthetic file has no other risks, and no metric that needs links. Its
 * main risks need people outside; they are included without a control file, too, to show that it is missing.
 *
 * @param registry - The metrics.
 * @param original - The file.
 * @param columns - Its measured columns.
 * @param given - Other files and rules: a metric that needs one is measured if it is given.
 * @param links - Knowledge about the links between the records.
 * @returns The metrics, and those left out because they take long.
 */
export function usualProfile(
  registry: Registry,
  original: Dataset,
  columns: readonly string[],
  given: OtherFiles = {},
  links: RecordLinks = 'linked',
): Profile {
  const kinds = new Set(
    columns.map((name) => (kindOf(original.column(name)) === 'numeric' ? 'numeric' : 'categorical')),
  )
  const { risk, loss } = registry.defaults.axes?.mixed ?? {}
  const ofMixedFiles = new Set([risk, loss])
  const unlinked = new Set(links === 'linked' ? [] : registry.defaults.profiles?.synthetic)
  const isNew = links === 'synthetic'
  const restsOnLinks = ({ id, needsOrigin }: Metric): boolean => needsOrigin && !unlinked.has(id)
  // Other risk metrics assume that a record is a person.
  const isOfNewRecords = ({ id, kind }: Metric): boolean => kind !== 'risk' || unlinked.has(id)
  const isUsual = ({ id, costly }: Metric): boolean => !costly || unlinked.has(id)
  const fits = registry
    .all('metrics')
    .filter((metric) => !isNew || (!restsOnLinks(metric) && isOfNewRecords(metric)))
    .filter(({ id }) => kinds.size > 1 || !ofMixedFiles.has(id))
    .filter(({ id, needs }) => needs === undefined || given[needs] !== undefined || (isNew && unlinked.has(id)))
    .filter((metric) => metric.of !== 'masked columns' || [...kinds].some((kind) => isOfKind(metric, kind)))
  return {
    ids: fits.filter(isUsual).map(({ id }) => id),
    costly: fits.filter((metric) => !isUsual(metric)).map(({ id }) => id),
  }
}

/**
 * Returns true for a metric of a kind: numeric, metrics of masked numbers; categorical, metrics of masked categories,
 * quasi-identifiers or confidential columns.
 */
function isOfKind({ of, accepts }: Metric, kind: 'numeric' | 'categorical'): boolean {
  if (kind === 'numeric') return of === 'masked columns' && accepts.includes('numeric')
  return of !== 'masked columns' || accepts.includes('nominal') || accepts.includes('ordered')
}
