import { dataset, measureInput, noRoles, resolveParams, type Column, type Measurement } from '@sdc/core'
import { kAnonymityMetric } from './k-anonymity.js'
import { measureByPlan } from '@sdc/toolkit'

export async function run(
  columns: Readonly<Record<string, Column>>,
  params: Readonly<Record<string, unknown>> = {},
  weight?: string,
): Promise<Measurement> {
  const masked = dataset(Object.entries(columns))
  return measureByPlan(
    kAnonymityMetric,
    measureInput(dataset([]), masked, {
      columns: masked.names.filter((name) => name !== weight),
      roles: { ...noRoles, weight },
      params: resolveParams(kAnonymityMetric.params, params),
    }),
  )
}
