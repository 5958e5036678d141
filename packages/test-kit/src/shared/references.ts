import {
  kindOf,
  planOf,
  resolveParams,
  SdcError,
  takeRows,
  withColumns,
  type Column,
  type Dataset,
  type Masking,
  type MaskingMethod,
  type MaskInput,
  type Measurement,
  type Metric,
  type MetricSession,
  type Plan,
  type Ref,
  type Registry,
  type Roles,
  type Rng,
} from '@sdc/core'
import type { Executor } from '@sdc/engine'
import { measureByPlan } from '@sdc/toolkit'

/** Options of the suite. */
export interface CheckOptions {
  /** Registry of the metrics and methods that the subject refers to (its parts, its parameters). */
  readonly registry?: Registry | undefined
  /** Runs jobs elsewhere (`workerExecutor`, with the modules of the plugins); if set, methods are tested there, too. */
  readonly executor?: Executor | undefined
}

/** Two files to measure, and the links between their records. */
export interface Files {
  readonly original: Dataset
  readonly masked: Dataset
  readonly origin: Int32Array
  readonly columns: readonly string[]
  readonly given: readonly string[]
  readonly roles: Roles
  /** Further files that a metric may need (`needs`). */
  readonly population?: Dataset | undefined
  readonly control?: Dataset | undefined
}

/** Greatest depth of metrics that are parts of each other. */
const DEEPEST = 10

/** Columns that a metric measures: named ones or those with its role, of the kinds that it accepts. */
export function columnsOf(
  metric: Metric,
  { original, columns, roles }: Pick<Files, 'original' | 'columns' | 'roles'>,
): string[] {
  const { keys, confidential, items = [] } = roles
  const candidates = {
    'masked columns': columns,
    keys,
    confidential,
    'keys and confidential': [...keys, ...confidential],
    'keys and items': [...keys, ...items],
  }[metric.of]
  // In the order of their names in the request, which a file with another order of columns keeps.
  return [...new Set(candidates)].filter(
    (name) => original.names.includes(name) && metric.accepts.includes(kindOf(original.column(name))),
  )
}

/** Measures the parts of a metric; throws if one is missing. */
export async function measureParts(
  metric: Metric,
  params: unknown,
  files: Files,
  rng: Rng,
  { registry }: CheckOptions,
  depth = 0,
): Promise<Map<string, Measurement>> {
  const refs = Object.entries(metric.parts?.(params) ?? {})
  if (refs.length > 0 && !registry)
    throw new Error('its parts are metrics of other names: give the suite the registry that has them ({ registry })')
  if (depth > DEEPEST) throw new Error('its parts are made of itself')
  const parts = new Map<string, Measurement>()
  for (const [name, ref] of refs)
    if (registry) parts.set(name, await measureRef(registry, ref, files, rng.child(name), depth + 1))
  return parts
}

/** Measures a metric by its reference; throws UNKNOWN_METRIC, BAD_PARAMETER. */
export async function measureRef(
  registry: Registry,
  ref: Ref,
  files: Files,
  rng: Rng,
  depth = 0,
): Promise<Measurement> {
  const metric = registry.get('metrics', ref.use)
  const params = resolveParams(metric.params, ref.params, { metric: metric.id })
  const columns = columnsOf(metric, files)
  if (columns.length === 0) return { value: null, reason: `${metric.id} accepts none of these columns`, used: 0 }
  const tick = (): void => {}
  const { original, given, roles } = files
  const parts = await measureParts(metric, params, files, rng, { registry }, depth)
  const prepared = metric.prepare?.({ original, columns, given, roles, params, tick })
  return await measureByPlan(metric, { ...files, columns, params, parts, prepared, rng, tick })
}

/** Returns the method with the metrics of the registry, as the engine provides them. */
export function withMetrics(method: MaskingMethod, { registry }: CheckOptions): MaskingMethod {
  if (!registry) return method
  return {
    ...method,
    *plan(facts): Plan<Masking> {
      const masking = yield* planOf(method.plan(facts))
      if (masking.form !== 'file') return masking
      return {
        ...masking,
        mask: (input: MaskInput<unknown>) => masking.mask({ ...input, ...measuresOf(input, registry) }),
      }
    },
  }
}

function measuresOf(
  { data, whole, origin: origins, original: all, given, roles, rng: own }: MaskInput<unknown>,
  registry: Registry,
): Pick<MaskInput<unknown>, 'measure' | 'session'> {
  // A group is measured against the originals of its records.
  const inGroup = data.rows < whole.rows && origins.every((row) => row >= 0)
  const original = inGroup ? takeRows(all, origins) : all
  const origin = inGroup ? origins.map((_, i) => i) : origins
  const rng = own.child('measure')
  const measure = (ref: Ref, now: ReadonlyMap<string, Column>): Promise<Measurement> => {
    const masked = withColumns(data, now)
    return measureRef(registry, ref, { original, masked, origin, columns: [...now.keys()], given, roles }, rng)
  }
  return { measure, session: (ref, now) => measuredAnew(measure, ref, now) }
}

/** Session of any metric: the file is measured anew for every proposal. */
async function measuredAnew(
  measured: (ref: Ref, now: ReadonlyMap<string, Column>) => Promise<Measurement>,
  ref: Ref,
  start: ReadonlyMap<string, Column>,
): Promise<MetricSession> {
  const valueOf = async (columns: ReadonlyMap<string, Column>): Promise<number> =>
    (await measured(ref, columns)).value ?? Number.NaN
  let now = start
  let value = await valueOf(now)
  let next = { now, value }
  return {
    get value() {
      return value
    },
    async propose(name, records, values) {
      const column = now.get(name)
      if (!column) throw new SdcError('UNKNOWN_COLUMN', `"${name}" is not measured`, { column: name })
      const columns = new Map([...now, [name, changedColumn(column, records, values)]])
      next = { now: columns, value: await valueOf(columns) }
      return next.value
    },
    accept() {
      now = next.now
      value = next.value
    },
  }
}

/** The column with other values (or codes of categories) in some records. */
export function changedColumn(column: Column, records: Int32Array, values: ArrayLike<number>): Column {
  const changed = column.kind === 'numeric' ? column.values.slice() : column.codes.slice()
  for (let i = 0; i < records.length; i++) changed[records[i]] = values[i]
  if (column.kind === 'numeric') return { ...column, values: Float64Array.from(changed) }
  return { ...column, codes: Int32Array.from(changed) }
}
