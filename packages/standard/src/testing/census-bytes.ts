import { categorical, dataset, numericValues, type Column, type Dataset } from '@sdc/core'
import { census } from '@sdc/datasets/census'
import { bytesOn } from './file-bytes.js'

/** Every method and metric on census.csv, with four classes made from its numbers. */
export function bytesOnCensus(): ReturnType<typeof bytesOn> {
  return bytesOn({
    data: withCategories(census()),
    columns: ['AFNLWGT', 'EMCONTRB', 'FEDTAX', 'INTVAL'],
    given: ['AGI', 'TAXINC'],
    categories: ['key 1', 'key 2', 'level of AFNLWGT', 'level of FEDTAX'],
    keys: ['key 1', 'key 2'],
    confidential: 'level of FEDTAX',
  })
}

function withCategories(numbers: Dataset): Dataset {
  const binned = (name: string, bins: number): Column => {
    const values = numericValues(numbers, name)
    const [least, most] = [Math.min(...values), Math.max(...values)]
    const labels = Array.from(
      values,
      (v) => `c${Math.min(bins - 1, Math.floor((bins * (v - least)) / (most - least)))}`,
    )
    return categorical(
      labels,
      Array.from({ length: bins }, (_, b) => `c${b}`),
    )
  }
  return dataset([
    ...numbers.names.map((name) => [name, numbers.column(name)] as const),
    ['key 1', binned('AFNLWGT', 4)],
    ['key 2', binned('TAXINC', 3)],
    ['level of AFNLWGT', binned('AFNLWGT', 7)],
    ['level of FEDTAX', binned('FEDTAX', 6)],
  ])
}
