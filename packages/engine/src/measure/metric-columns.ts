import { kindOf, kindsText, type Dataset, type Metric, type Roles } from '@sdc/core'
import { isUnlike } from './recoded.js'

/** Columns of a metric in these files, or the reason why there are none. */
export type MetricColumns =
  | { readonly columns: readonly string[]; readonly reason?: undefined }
  | { readonly columns: readonly []; readonly reason: string }

/** Two files, for the choice of a metric's columns: kinds and levels suffice if `isUnlike` is given. */
export interface FileHeads {
  readonly original: Dataset
  readonly masked: Dataset
  /** Tests whether the labels of a column cannot be compared (`isUnlike`); by default computed from its records. */
  readonly isUnlike?: ((name: string) => boolean) | undefined
}

/**
 * Chooses the columns that a metric measures: the named ones, or those with its role, if it accepts their kind in the
 * files that it reads.
 *
 * @param metric - The metric.
 * @param asked - Named columns.
 * @param roles - Roles of the columns.
 * @param files - Both files.
 * @returns The column names in the order of the original, or the reason why there are none.
 */
export function metricColumns(
  metric: Metric,
  asked: readonly string[],
  roles: Roles,
  { original, masked, isUnlike: unlike = (name) => isUnlike(original.column(name), masked.column(name)) }: FileHeads,
): MetricColumns {
  const candidates = candidatesOf(metric, asked, roles)
  if (candidates.length === 0) return { columns: [], reason: noneNamed[metric.of] }
  const there = candidates.filter((name) => masked.names.includes(name))
  if (there.length === 0)
    return { columns: [], reason: `the masked file has none of the columns ${candidates.join(', ')}` }
  const files = metric.files === 'masked' ? [masked] : [original, masked]
  const recoded = files.length > 1 ? there.filter(unlike) : []
  const compares =
    metric.kind === 'risk' && metric.files === 'both' && metric.accepts.some((kind) => kind !== 'numeric')
  if (compares && recoded.length > 0) return { columns: [], reason: classesReason(recoded) }
  if (metric.of.startsWith('keys and ')) return { columns: original.names.filter((name) => there.includes(name)) }
  const fits = (name: string): boolean => files.every((file) => metric.accepts.includes(kindOf(file.column(name))))
  const columns = original.names.filter(
    (name) => there.includes(name) && fits(name) && (files.length === 1 || sameKind(original, masked, name)),
  )
  if (columns.length > 0) return { columns }
  const kinds = files.length === 1 ? kindsOf(masked, there) : kindsOf(original, there)
  const changed = there.find((name) => kindOf(original.column(name)) !== kindOf(masked.column(name)))
  const other =
    changed !== undefined && files.length > 1
      ? `; column "${changed}" is ${kindOf(original.column(changed))} in the original and ${kindOf(masked.column(changed))} in the masked file`
      : ''
  return { columns: [], reason: `it measures ${kindsText(metric.accepts)} columns, but here are ${kinds}${other}` }
}

function candidatesOf(
  metric: Metric,
  asked: readonly string[],
  { keys, confidential, items = [] }: Roles,
): readonly string[] {
  const either = [...keys, ...confidential, ...items]
  return {
    'masked columns': asked,
    keys,
    confidential,
    'keys and confidential': either.length > 0 ? either : asked,
    'keys and items': items.length > 0 ? [...keys, ...items] : [],
  }[metric.of]
}

/** Reason for columns of classes: linkage by values would find nobody, so that everybody would seem safe. */
function classesReason(names: readonly string[]): string {
  const [what, are] = names.length === 1 ? ['column', 'was'] : ['columns', 'were']
  const shown = names.map((name) => `"${name}"`).join(', ')
  return `it compares values, but ${what} ${shown} ${are} recoded to classes: every record would look safe`
}

function sameKind(original: Dataset, masked: Dataset, name: string): boolean {
  return original.column(name).kind === masked.column(name).kind
}

const noneNamed: Readonly<Record<Metric['of'], string>> = {
  'masked columns': 'there is no column to measure',
  'keys and confidential': 'there is no column to measure',
  'keys and items': 'it needs items of a questionnaire: set the role item in a schema',
  keys: 'it needs quasi-identifiers: set roles in a schema',
  confidential: 'it needs confidential columns: set roles in a schema',
}

function kindsOf(data: Dataset, names: readonly string[]): string {
  return [...new Set(names.map((name) => kindOf(data.column(name))))].join(' and ') + ' ones only'
}
