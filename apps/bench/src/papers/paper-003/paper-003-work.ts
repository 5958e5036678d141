import { dataset, measureInput, resolveParams, type Dataset, type Registry } from '@sdc/core'
import type { Paper003RankSwappingRow } from '@sdc/datasets'
import { census } from '@sdc/datasets/census'
import { eia } from '@sdc/datasets/eia'

/** Census whole, or EIA with its ten columns of amounts to be masked and measured, in the order of the file. */
export function swappedFile(name: Paper003RankSwappingRow['file']): {
  readonly data: Dataset
  readonly columns: readonly string[]
} {
  const data = name === 'Census' ? census() : eia()
  const columns = name === 'Census' ? data.names : data.names.filter((one) => /(REVENUE|SALES)$/.test(one))
  return { data, columns }
}

/** What a metric that is put together from parts gives of these values of them. */
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
  const { value } = await metric.measure({ ...measureInput(nothing, nothing, { params }), parts })
  return value ?? Number.NaN
}
