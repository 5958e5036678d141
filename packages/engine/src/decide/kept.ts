import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js'
import { canonicalJson, sha256Stream, type Column, type Dataset, type Measurement } from '@sdc/core'
import type { Measured } from '../measure/measure.js'
import type { MetricPlan } from '../plan/plan.js'
import type { FileState } from '../run/assemble.js'
import type { Ground, RunSample } from './ground.js'

/** Values of one measured file or run, as plain data. */
export interface KeptMeasurement {
  readonly value: number | null
  readonly reason?: string | undefined
  readonly used: number
  readonly interval?: Measurement['interval']
  readonly columns?: readonly (readonly [string, number | null])[] | undefined
  readonly files?: Measured['files']
  readonly ends?: Measured['ends']
}

/** Store of measurements, so that a resumed comparison does not repeat them. */
export interface KeptMeasurements {
  get(key: string): readonly KeptMeasurement[] | undefined
  set(key: string, measurements: readonly KeptMeasurement[]): void
}

/**
 * Key of a measurement: SHA-256 of everything that it depends on. Equal keys have equal measurements.
 *
 * @param ground - The comparison.
 * @param sample - The run, with its random stream.
 * @param original - The original that the files are measured against.
 * @param files - The masked files.
 * @param metrics - The metrics.
 * @returns Hexadecimal digits.
 */
export function measurementKey(
  { registry, columns, given, roles }: Ground,
  { rng }: RunSample,
  original: Dataset,
  files: readonly FileState[],
  metrics: readonly MetricPlan[],
): string {
  const hash = sha256Stream()
  const text = (value: unknown): void => hash.update(utf8ToBytes(canonicalJson(value)))
  const versions = registry.plugins.map(({ name, version }) => [name, version])
  text([versions, columns, given, { ...roles, hierarchies: [...(roles.hierarchies ?? [])] }, metrics, rng.state.source])
  hash.update(rng.state.key)
  for (const { data, origin } of [{ data: original, origin: undefined }, ...files]) {
    text([data.names, data.rows])
    for (const name of data.names) update(data.column(name))
    if (origin) hash.update(bytesOf(origin))
  }
  return bytesToHex(hash.digest())

  function update(column: Column): void {
    if (column.kind === 'categorical') text([column.levels, column.ordered])
    hash.update(bytesOf(column.kind === 'numeric' ? column.values : column.codes))
  }
}

/** Reduces what was measured to what a comparison uses of it. */
export function keptOf({ measurement, files, ends }: Measured): KeptMeasurement {
  const { value, reason, used, interval, columns } = measurement
  return { value, reason, used, interval, columns: columns && [...columns], files, ends }
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
