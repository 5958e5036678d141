import {
  dataset,
  noRoles,
  numeric,
  resolveParams,
  seededRng,
  type Dataset,
  type Measurement,
  type Metric,
  measureInput,
} from '@sdc/core'
import { intervalDisclosureMetric } from '../intervals/interval-disclosure.js'
import { dldMetric } from '../linkage/distance/dld.js'
import { ilScoreMetric } from '../moments/il-score.js'
import { measureWithParts } from '@sdc/toolkit/internal'

/** Metrics that scores are composed of. */
const partMetrics: readonly Metric[] = [dldMetric, intervalDisclosureMetric, ilScoreMetric]

export type Columns = Readonly<Record<string, ArrayLike<number>>> | ReadonlyMap<string, ArrayLike<number>>

export interface RunOptions {
  readonly columns?: readonly string[]
  readonly given?: readonly string[]
  readonly origin?: ArrayLike<number>
  readonly params?: Readonly<Record<string, unknown>>
  readonly seed?: number
  /** Rules of the schema. */
  readonly rules?: readonly string[]
  /** Columns of dates. */
  readonly dates?: readonly string[]
}

/** Returns columns of numbers as a dataset. */
export function file(columns: Columns): Dataset {
  const entries = columns instanceof Map ? [...columns] : Object.entries(columns)
  return dataset(entries.map(([name, values]) => [name, numeric(Float64Array.from(values))]))
}

/** Measures a masked file, with its parts: by default all its columns, and record i from record i. */
export async function run<P>(
  metric: Metric<P>,
  original: Columns,
  masked: Columns,
  options: RunOptions = {},
): Promise<Measurement> {
  const x = file(original)
  const y = file(masked)
  const given = options.given ?? []
  return measureWithParts(
    metric,
    measureInput(x, y, {
      origin: Int32Array.from(options.origin ?? { length: y.rows }, (value: number | undefined, i) => value ?? i),
      columns: options.columns ?? y.names.filter((name) => !given.includes(name)),
      given,
      roles: {
        ...noRoles,
        rules: options.rules,
        times: new Map((options.dates ?? []).map((name) => [name, 'date'])),
      },
      params: resolveParams(metric.params, options.params ?? {}, { metric: metric.id }),
      rng: seededRng(options.seed ?? 1),
    }),
    partMetrics,
  )
}

/** Returns a column of one of a measurement's tables; fails the test if there is none. */
export function tableColumn({ tables }: Measurement, name: string, column: string): number[] {
  const held = tables?.get(name)?.column(column)
  if (held?.kind !== 'numeric') throw new Error(`no numbers ${column} in table ${name}`)
  return [...held.values]
}

/** Returns `rows` × `d` independent standard normal columns v1, v2, …. */
export function normals(rows: number, d: number, seed: number): Map<string, Float64Array> {
  const root = seededRng(seed)
  return new Map(
    Array.from({ length: d }, (_, j): [string, Float64Array] => {
      const rng = root.child(`v${j + 1}`)
      return [`v${j + 1}`, Float64Array.from({ length: rows }, () => rng.normal())]
    }),
  )
}
