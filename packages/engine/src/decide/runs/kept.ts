import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js'
import { canonicalJson, sha256Stream, type Column, type Dataset, type Registry, type Rng, type Roles } from '@sdc/core'
import * as z from 'zod'
import type { Measured } from '../../measure/measure.js'
import type { MetricPlan } from '../../plan/plan.js'
import type { FileState } from '../../run/files/assemble.js'

const value = z.number().nullable()

/** Form of the measurements of one file or run, a metric each, as plain data. */
export const keptForm = z.array(
  z.strictObject({
    /** Metric with its parameters, as canonical JSON. */
    of: z.string(),
    value,
    reason: z.string().optional(),
    used: z.number(),
    interval: z
      .strictObject({ low: z.number(), high: z.number(), by: z.enum(['binomial', 'jackknife', 'replicates', 'range']) })
      .optional(),
    columns: z.array(z.tuple([z.string(), value])).optional(),
    files: z.array(value).readonly().optional(),
    ends: z.array(value).readonly().optional(),
  }),
)

/** Kept value of a metric, from an earlier measurement. */
export type KeptMeasurement = z.output<typeof keptForm>[number]

/** Store of measurements, so that a resumed comparison does not repeat them. */
export interface KeptMeasurements {
  get(key: string): readonly KeptMeasurement[] | undefined
  set(key: string, measurements: readonly KeptMeasurement[]): void
}

/** Everything that the measurements of a run depend on, except the metrics. */
export interface KeyInput {
  readonly registry: Registry
  readonly columns: readonly string[]
  readonly given: readonly string[]
  readonly roles: Roles
  readonly rng: Rng
  readonly original: Dataset
  /** The masked files. */
  readonly files: readonly FileState[]
}

/**
 * Key of a run's measurements: SHA-256 of everything that they depend on, except the metrics. For equal keys, a metric with the
 * same parameters has the same value.
 *
 * @param input - Files, columns and random stream.
 * @returns Hexadecimal digits.
 */
export function measurementKey(input: KeyInput): string {
  const { registry, columns, given, roles, rng, original, files } = input
  const hash = sha256Stream()
  const text = (value: unknown): void => hash.update(utf8ToBytes(canonicalJson(value)))
  const versions = registry.plugins.map(({ name, version }) => [name, version])
  text([versions, columns, given, { ...roles, hierarchies: [...(roles.hierarchies ?? [])] }, rng.state.source])
  hash.update(rng.state.key)
  for (const { data, origin } of [{ data: original, origin: undefined }, ...files]) {
    text([data.names, data.rows])
    for (const name of data.names) hash.update(digestOf(data.column(name)))
    if (origin) hash.update(bytesOf(origin))
  }
  return bytesToHex(hash.digest())
}

const digests = new WeakMap<Column, Uint8Array>()

/** SHA-256 of a column. Columns that a masking leaves unchanged are those of the original, so that each is read once. */
function digestOf(column: Column): Uint8Array {
  const known = digests.get(column)
  if (known) return known
  const hash = sha256Stream()
  if (column.kind === 'categorical') hash.update(utf8ToBytes(canonicalJson([column.levels, column.ordered])))
  hash.update(bytesOf(column.kind === 'numeric' ? column.values : column.codes))
  const digest = hash.digest()
  digests.set(column, digest)
  return digest
}

/** Name of a metric with its parameters among kept measurements. */
export function keptName(plan: MetricPlan): string {
  return canonicalJson(plan)
}

/** Reduces what was measured to what a comparison uses of it. */
export function keptOf(of: string, { measurement, files, ends }: Measured): KeptMeasurement {
  const { value, reason, used, interval, columns } = measurement
  return { of, value, reason, used, interval, columns: columns && [...columns], files, ends }
}

/** Restores what was measured. */
export function measuredOf(metric: Measured['metric'], params: unknown, kept: KeptMeasurement): Measured {
  const { value, reason, used, interval, columns, files, ends } = kept
  return {
    metric,
    params,
    columns: [],
    measurement: {
      value,
      used,
      ...(reason !== undefined && { reason }),
      ...(interval && { interval }),
      ...(columns && { columns: new Map(columns) }),
    },
    ...(files && { files }),
    ...(ends && { ends }),
  }
}

function bytesOf({ buffer, byteOffset, byteLength }: Float64Array | Int32Array): Uint8Array {
  return new Uint8Array(buffer, byteOffset, byteLength)
}
