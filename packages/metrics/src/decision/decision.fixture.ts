import {
  categorical,
  dataset,
  measureInput,
  noRoles,
  numeric,
  resolveParams,
  seededRng,
  type Column,
  type Dataset,
  type Hierarchy,
  type Measurement,
  type Metric,
} from '@sdc/core'
import { measureWithParts } from '@sdc/toolkit/internal'
import { contingencyTablesMetric } from '../categories/contingency-tables.js'
import { analyticValidityMetric } from '../validity/analytic-validity.js'
import { keyLinkageMetric } from './risks/key-linkage.js'
import { structureMetric } from './structure/structure.js'
import { valueGivenKeysMetric } from './risks/value-given-keys.js'

type Cells = readonly (number | string | null)[] | Float64Array

/** Makes a file; texts become categories, NaN and null become missing values. */
export function fileOf(columns: Readonly<Record<string, Cells>>): Dataset {
  return dataset(
    Object.entries(columns).map(([name, cells]): [string, Column] => [
      name,
      cells instanceof Float64Array || cells.every((cell) => typeof cell === 'number')
        ? numeric(Float64Array.from(cells as readonly number[]))
        : categorical(
            (cells as readonly (string | number | null)[]).map((cell) => (cell === null ? null : String(cell))),
          ),
    ]),
  )
}

export interface DecisionOptions {
  readonly keys?: readonly string[]
  readonly confidential?: readonly string[]
  readonly person?: string | undefined
  readonly wave?: string | undefined
  readonly hierarchies?: Readonly<Record<string, Hierarchy>>
  readonly origin?: ArrayLike<number>
  readonly params?: Readonly<Record<string, unknown>>
  readonly seed?: number
  /** Masked columns. */
  readonly columns?: readonly string[]
  readonly prepared?: unknown
}

/** Measures a metric of keys and confidential columns, with its parts. */
export async function measureRoles<P>(
  metric: Metric<P>,
  original: Dataset,
  masked: Dataset,
  options: DecisionOptions = {},
): Promise<Measurement> {
  const { keys = [], confidential = [], hierarchies, origin, params = {}, seed = 1, columns, person, wave } = options
  return measureWithParts(
    metric,
    measureInput(original, masked, {
      origin: Int32Array.from(origin ?? { length: masked.rows }, (row: number | undefined, i) => row ?? i),
      columns: columns ?? original.names,
      roles: {
        ...noRoles,
        keys,
        confidential,
        person,
        wave,
        ...(hierarchies && { hierarchies: new Map(Object.entries(hierarchies)) }),
      },
      params: resolveParams(metric.params, params, { metric: metric.id }),
      rng: seededRng(seed),
    }),
    [keyLinkageMetric, valueGivenKeysMetric, structureMetric, contingencyTablesMetric, analyticValidityMetric],
  )
}

/** Random permutation of the record numbers. */
export function shuffled(rows: number, seed: number): Int32Array {
  return seededRng(seed).permutation(rows)
}
