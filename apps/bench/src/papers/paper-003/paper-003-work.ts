import type { Dataset } from '@sdc/core'
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
