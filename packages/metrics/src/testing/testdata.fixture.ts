import { referenceFile } from '@sdc/testing/reference'
import { readFileSync } from 'node:fs'
import {
  dataset,
  measureInput,
  noRoles,
  numeric,
  resolveParams,
  type Column,
  type Dataset,
  type Measurement,
  type Metric,
  type Roles,
} from '@sdc/core'
import { keyClasses } from '@sdc/stats'
import { keyCodes, measureByPlan } from '@sdc/toolkit'
import { pathOf } from '@sdc/testing/outside-data'

/** Results of another program for keys of testdata.csv, or for the eight records of francdat. */
export interface KeyCase<Output = unknown> {
  readonly id: string
  readonly input: {
    readonly csv: string
    readonly columns: readonly string[]
    readonly params: Readonly<Record<string, unknown>>
    /** Records of francdat, by column. */
    readonly data?: Readonly<Record<string, readonly (number | null)[]>>
  }
  /** Differs from topic to topic: the test that reads one names its shape. */
  readonly output: Output
}

const read = <T>(file: string): T => referenceFile(`testdata/${file}`) as T

/** Returns the cases of `freq_risk.json` or `suda2.json`. */
export function keyCases<Output>(file: 'freq_risk.json' | 'suda2.json'): readonly KeyCase<Output>[] {
  return read<readonly KeyCase<Output>[]>(file)
}

/** Reads the columns of testdata.csv, which is not part of the project: tests that need it run if it is available. */
function testdata(): (name: string) => Float64Array {
  const [header, ...lines] = readFileSync(pathOf('testdata.csv'), 'utf8').trim().split(/\r?\n/)
  const cells = lines.map((line) => line.split(','))
  const names = header.split(',')
  return (name) => Float64Array.from(cells, (row) => Number(row[names.indexOf(name)]))
}

/** Returns the file of a case: its keys, with missing values inserted, the weight `w` and the household `hid`. */
export function fileOf({ input: { csv, columns, params, data } }: KeyCase): Dataset {
  if (csv === 'francdat.csv')
    return dataset(
      Object.entries(data ?? {}).map(([name, values]) => [name, numeric(values.map((one) => one ?? Number.NaN))]),
    )
  const keys = testdata()
  const households = keys('ori_hid')
  // The rules of the cases count records and keys from 1.
  const missing = (i: number, j: number): boolean =>
    params.NA_rule !== undefined && ((i + 1) * 7919 + (j + 1) * 104729) % 97 === 0
  const weights = Array.from(households, (_, i) => (params.w !== 'w2' ? 100 : 20 + ((i + 1) % 37) * 3.5))
  return dataset([
    ...columns.map((name, j): [string, Column] => [
      name,
      numeric(keys(name).map((value, i) => (missing(i, j) ? Number.NaN : value))),
    ]),
    ['w', numeric(weights)],
    ['hid', numeric(households)],
  ])
}

/**
 * Measures a metric of keys in the masked file alone; by default the keys are all columns except those of the roles.
 */
export async function runKeys<P>(
  metric: Metric<P>,
  masked: Dataset,
  params: Readonly<Record<string, unknown>> = {},
  roles: Partial<Roles> = {},
): Promise<Measurement> {
  const columns = roles.keys ?? masked.names.filter((name) => name !== roles.weight && name !== roles.household)
  return measureByPlan(
    metric,
    measureInput(dataset([]), masked, {
      columns,
      roles: { ...noRoles, ...roles, keys: columns },
      params: resolveParams(metric.params, params, { metric: metric.id }),
    }),
  )
}

/**
 * Returns a value for every record, given one for every class of these columns in the order of their first records, or
 * for every record.
 */
export function ofRecords(file: Dataset, columns: readonly string[], values: readonly number[]): readonly number[] {
  if (values.length === file.rows) return values
  const { ids, firsts } = keyClasses(columns.map((name) => keyCodes(file.column(name))))
  if (firsts.length !== values.length) throw new Error(`${values.length} values for ${firsts.length} classes`)
  return Array.from(ids, (id) => values[id])
}

/** Returns a column of numbers by record; fails the test if there is none. */
export function recordColumn({ recordColumns }: Measurement, name: string): Float64Array {
  const column = recordColumns?.column(name)
  if (column?.kind !== 'numeric') throw new Error(`no numbers ${name} of the records`)
  return column.values
}
