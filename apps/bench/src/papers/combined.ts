import { dataset, measureInput, resolveParams, type Registry } from '@sdc/core'
import { measureByPlan } from '@sdc/toolkit'

/** Returns the value of a composite metric for given values of its parts. */
export async function combined(
  registry: Registry,
  use: 'risk/dr-combine' | 'score/sebe',
  combination: string,
  values: Readonly<Record<string, number>>,
): Promise<number> {
  const metric = registry.get('metrics', use)
  const nothing = dataset([])
  const parts = new Map(Object.entries(values).map(([name, value]) => [name, { value, used: 1 }]))
  const params = resolveParams(metric.params, { combination }, { metric: use })
  const { value } = await measureByPlan(metric, { ...measureInput(nothing, nothing, { params }), parts })
  return value ?? Number.NaN
}
