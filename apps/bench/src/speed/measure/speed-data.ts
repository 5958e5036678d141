import { dataset, numeric, numericValues, SdcError, type Dataset, type Rng } from '@sdc/core'
import { artificialMicrodata } from '@sdc/datasets'
import { census } from '@sdc/datasets/census'
import { isNasty, nastyColumns } from './nasty-data.js'
import type { DataShape, IndependentShape } from '../operation.js'

/** Returns n records of d numeric columns of a distribution, without missing values. */
export function speedData(shape: DataShape, rng: Rng, n: number, d: number): Dataset {
  if (shape === 'artificial') return artificialMicrodata(rng, { rows: n, columns: d })
  if (shape === 'census') return cornerOf(census(), n, d)
  const columns = isNasty(shape) ? nastyColumns(shape, rng, n, d) : independentColumns(shape, rng, n, d)
  return dataset(columns.map((values, j) => [`column ${j + 1}`, numeric(values)]))
}

/** The first n records and d columns. */
function cornerOf(data: Dataset, n: number, d: number): Dataset {
  if (n > data.rows || d > data.names.length)
    throw new SdcError(
      'BAD_OPTION',
      `the file has ${data.rows} records of ${data.names.length} columns, not ${n} of ${d}`,
    )
  return dataset(data.names.slice(0, d).map((name) => [name, numeric(numericValues(data, name).slice(0, n))]))
}

/** Returns d independent columns of n numbers: for a search of the nearest record, correlated ones would be easier. */
export function independentColumns(shape: IndependentShape, rng: Rng, n: number, d: number): Float64Array[] {
  return Array.from({ length: d }, (_, j) => {
    const draws = rng.child(`column ${j + 1}`)
    const values = new Float64Array(n)
    for (let i = 0; i < n; i++) values[i] = shape === 'uniform' ? draws.uniform() : draws.normal()
    return shape === 'log-normal' ? values.map(Math.exp) : values
  })
}
