import { referenceFile } from '@sdc/testing/reference'
import { dataset, measureInput, noRoles, resolveParams, type Column, type Measurement, type Metric } from '@sdc/core'
import { measureByPlan } from '@sdc/toolkit'

/** Roles and settings for measuring a file. */
export interface KeysRun {
  /** Keys; by default all columns except the sensitive ones and the weight. */
  readonly keys?: readonly string[]
  readonly confidential?: readonly string[]
  readonly weight?: string
  readonly person?: string
  readonly household?: string
  readonly params?: Readonly<Record<string, unknown>>
  readonly population?: Readonly<Record<string, Column>>
}

/** Measures a metric of keys for a masked file alone. */
export async function runKeys<P>(
  metric: Metric<P>,
  columns: Readonly<Record<string, Column>>,
  { confidential = [], weight, person, household, params = {}, population, ...rest }: KeysRun = {},
): Promise<Measurement> {
  const masked = dataset(Object.entries(columns))
  const keys = rest.keys ?? masked.names.filter((name) => ![weight, person, household, ...confidential].includes(name))
  return measureByPlan(
    metric,
    measureInput(dataset([]), masked, {
      columns: keys,
      roles: { ...noRoles, keys, confidential, weight, person, household },
      params: resolveParams(metric.params, params, { metric: metric.id }),
      ...(population && { population: dataset(Object.entries(population)) }),
    }),
  )
}

/** Returns the cases of a file of `packages/testing/reference/keys`. */
export function keysReference<T>(file: string): T[] {
  return (referenceFile(`keys/${file}`) as { cases: T[] }).cases
}

/** Returns the texts of one column of a table of a measurement. */
export function tableTexts({ tables }: Measurement, name: string, column: string): (string | null)[] {
  const held = tables?.get(name)?.column(column)
  if (held?.kind !== 'categorical') throw new Error(`no texts ${column} in table ${name}`)
  return Array.from(held.codes, (code) => (code < 0 ? null : held.levels[code]))
}

/** Returns a table of two columns as an object. */
export function tableFigures({ tables }: Measurement, name: string): Record<string, number> {
  const held = tables?.get(name)
  const [what, value] = (held?.names ?? []).map((one) => held?.column(one))
  if (what?.kind !== 'categorical' || value?.kind !== 'numeric') throw new Error(`no figures in table ${name}`)
  return Object.fromEntries(Array.from(what.codes, (code, i) => [what.levels[code], value.values[i]]))
}
