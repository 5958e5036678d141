/** Columns that the metrics of two files read out of core. */
import type { FileSource, PairColumns } from '@sdc/core'
import { checkGroupColumns, type SettledMeasure } from '../../measure/measure.js'
import { bindMeasurement } from '../../measure/measure-metrics.js'
import type { MetricColumns } from '../../measure/metric-columns.js'
import type { Side } from '../link/linked-files.js'
import { emptyFileOf, type LinkBy } from '../source/source.js'
import { unheldIn, type MeasuredSources } from './files-in-memory.js'
import type { MetricOnParts } from './metric-on-parts.js'
import type { MetricInMemory, StagePairContext } from './stage-pair-context.js'
import { unlikeColumns } from './unlike-columns.js'

/** Columns that form groups, and the link between the records of the two files. */
interface Grouping {
  readonly by?: readonly string[] | undefined
  readonly link?: LinkBy | undefined
}

/** Returns the columns that are read of groups, if there are any, and those that form them. */
export function groupNames(
  { original, masked, by = [], link }: MeasuredSources & Grouping,
  settled: SettledMeasure,
  { all, paired }: { readonly all: readonly MetricInMemory[]; readonly paired: PairColumns },
): { readonly names: PairColumns; readonly read: PairColumns } | undefined {
  if (by.length === 0) return undefined
  const { columns, given, roles } = settled
  checkGroupColumns({ original: emptyFileOf(original), columns, given }, by)
  const named = [...columns, ...given, ...roles.keys, ...roles.confidential]
  const needed = [paired, { original: named, masked: named }, ...all.map((one) => one.columns)]
  const of = (side: Side, source: FileSource): readonly string[] => {
    const used = new Set(needed.flatMap((one) => one[side]))
    return source.names.filter((name) => used.has(name) && source.unheld?.has(name) !== true)
  }
  const names = { original: of('original', original), masked: of('masked', masked) }
  const alone = link === undefined ? [] : by
  return { names, read: { original: [...names.original, ...by], masked: [...names.masked, ...alone] } }
}

/** Returns the columns of every metric, once the categories of the masked file are counted. */
export async function columnsOfMetrics(
  around: StagePairContext,
  all: readonly MetricOnParts[],
  { names, ...heads }: Parameters<typeof bindMeasurement>[1] & { readonly names: readonly string[] },
): Promise<ReadonlyMap<MetricOnParts, MetricColumns>> {
  const unlike = await unlikeColumns(around, names)
  const isUnlike = (name: string): boolean =>
    unlike.has(name) || heads.original.column(name).kind !== heads.masked.column(name).kind
  return new Map(all.map((on) => [on, bindMeasurement(on.bound, { ...heads, isUnlike }).found]))
}

/** Unmasked columns, if a metric compares records. */
export function comparedColumns(
  { original, masked }: MeasuredSources,
  columns: readonly string[],
  metrics: readonly MetricOnParts[],
): readonly string[] {
  if (!metrics.some(({ bound }) => bound.metric.needsOrigin)) return []
  return original.names.filter((name) => {
    if (columns.includes(name) || !masked.names.includes(name)) return false
    const isNumeric = original.kind(name) === 'numeric'
    // Categories that are not in memory are unknown.
    const isHeld = isNumeric || (original.levels(name).length > 0 && masked.levels(name).length > 0)
    return isHeld && isNumeric === (masked.kind(name) === 'numeric')
  })
}

/**
 * Returns a column that a metric, or one that it combines, may read, and that has too many categories to keep in
 * memory.
 */
export function unheldOf(
  on: MetricOnParts,
  inMemory: ReadonlyMap<MetricOnParts, MetricInMemory>,
  sources: MeasuredSources,
): string | undefined {
  const own = inMemory.get(on)
  const unheld = own && unheldIn(sources, own.columns)
  return (
    unheld ??
    [...on.combines.values()].map((part) => unheldOf(part, inMemory, sources)).find((one) => one !== undefined)
  )
}
