import type { Rng } from '@sdc/core'
import { linearSumAssignment, nearestRecord, rank, sortOrder } from '@sdc/stats'
import { frequencyCounts } from '@sdc/stats/internal'
import type { Operation } from '../operation.js'
import { independentColumns } from './speed-data.js'

/** A kernel with its data: n records of d independent columns, from their generator. */
type Kernel = (columns: (name: string) => Float64Array[], rng: Rng) => () => unknown

const kernels: Readonly<Record<string, Kernel>> = {
  'sort-order'(columns) {
    const [values] = columns('from')
    return () => sortOrder(values)
  },
  rank(columns, rng) {
    const [values] = columns('from')
    return () => rank(values, 'random', rng.child('ties'))
  },
  'nearest-record'(columns) {
    const from = columns('from')
    const to = columns('to')
    return () => nearestRecord(from, to)
  },
  'linear-sum-assignment'(columns) {
    const costs = squaredDistances(columns('from'), columns('to'))
    return () => linearSumAssignment(costs, Math.sqrt(costs.length))
  },
  // Its columns are uniform.
  'frequency-counts'(columns) {
    const codes = columns('from').map((uniforms, j) => Int32Array.from(uniforms, (u) => u * levels[j % levels.length]))
    return () => frequencyCounts(codes)
  },
}

/** Levels of the keys, such as sex, age group, region, occupation; about as many combinations as in a census. */
const levels = [2, 5, 3, 9, 2, 9, 2]

/** Squared distances of every record to every other one, row after row. */
function squaredDistances(from: readonly Float64Array[], to: readonly Float64Array[]): Float64Array {
  const n = from[0].length
  const distances = new Float64Array(n * n)
  from.forEach((values, j) => {
    for (let i = 0; i < n; i++) {
      for (let l = 0; l < n; l++) distances[i * n + l] += (values[i] - to[j][l]) ** 2
    }
  })
  return distances
}

/** Makes the data of a kernel and returns the function to be timed. */
export function prepareKernel({ id, data, n, d }: Operation, rng: Rng): () => unknown {
  if (!Object.hasOwn(kernels, id)) throw new Error(`there is no kernel "${id}" to time`)
  if (data !== 'uniform' && data !== 'normal' && data !== 'log-normal')
    throw new Error('a kernel is timed on independent columns')
  return kernels[id]((name) => independentColumns(data, rng.child(name), n, d), rng)
}
