import { census } from '@sdc/datasets/census'
import { eia } from '@sdc/datasets/eia'
import type { Dataset } from '@sdc/core'

/** The columns of census.csv by name, all of them numbers. */
export function censusColumns(): Map<string, Float64Array> {
  return numericColumns(census())
}

/** The columns of numbers of eia.csv by name. */
export function eiaColumns(): Map<string, Float64Array> {
  return numericColumns(eia())
}

function numericColumns(data: Dataset): Map<string, Float64Array> {
  return new Map(
    data.names.flatMap((name) => {
      const column = data.column(name)
      return column.kind === 'numeric' ? [[name, column.values]] : []
    }),
  )
}
