import { categorical, dataset, type Column, type Dataset } from '@sdc/core'

export type Labels = readonly (string | null)[]

export const file = (columns: Readonly<Record<string, Labels | Column>>): Dataset =>
  dataset(
    Object.entries(columns).map(([name, one]): [string, Column] => [name, 'kind' in one ? one : categorical(one)]),
  )
