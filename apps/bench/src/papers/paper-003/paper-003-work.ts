import { dataset, measureInput, resolveParams, type Dataset, type Registry } from '@sdc/core'
import { census } from '@sdc/datasets/census'
import { eia } from '@sdc/datasets/eia'

/** A file of the slides with the columns that are masked and measured. */
export interface SwappedFile {
  readonly name: 'Census' | 'EIA'
  readonly data: Dataset
  readonly columns: readonly string[]
}

/** Census whole, and the ten columns of amounts of EIA, in the order of the files. */
export function swappedFiles(): readonly SwappedFile[] {
  const [ofCensus, ofEia] = [census(), eia()]
  return [
    { name: 'Census', data: ofCensus, columns: ofCensus.names },
    { name: 'EIA', data: ofEia, columns: ofEia.names.filter((name) => /(REVENUE|SALES)$/.test(name)) },
  ]
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
