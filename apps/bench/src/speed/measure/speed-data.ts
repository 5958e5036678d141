import { dataset, numeric, type Dataset, type Rng } from '@sdc/core'
import { artificialMicrodata } from '@sdc/datasets'
import type { DataShape } from '../operation.js'

/** n records of d numeric columns of a shape, without missing values. */
export function speedData(shape: DataShape, rng: Rng, n: number, d: number): Dataset {
  if (shape === 'artificial') return artificialMicrodata(rng, { rows: n, columns: d })
  return dataset(independentColumns(shape, rng, n, d).map((values, j) => [`column ${j + 1}`, numeric(values)]))
}

/** d independent columns of n numbers: for a search of the nearest record, correlated ones would be easier. */
export function independentColumns(
  shape: Exclude<DataShape, 'artificial'>,
  rng: Rng,
  n: number,
  d: number,
): Float64Array[] {
  return Array.from({ length: d }, (_, j) => {
    const draws = rng.child(`column ${j + 1}`)
    const values = new Float64Array(n)
    for (let i = 0; i < n; i++) values[i] = shape === 'uniform' ? draws.uniform() : draws.normal()
    return shape === 'log-normal' ? values.map(Math.exp) : values
  })
}
