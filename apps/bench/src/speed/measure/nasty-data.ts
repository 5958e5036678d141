import { randomPermutation } from '@sdc/stats'
import type { Rng } from '@sdc/core'
import type { DataShape, NastyShape } from '../operation.js'

const shapes: readonly NastyShape[] = ['amounts', 'zeros', 'digits', 'outliers', 'duplicates', 'sorted', 'constants']

/** Number of copies of each record in duplicated data. */
const times = 1_000

const outliers = { perColumn: 20, value: 1e12 }

/** These of thirteen columns vary, and eight are constant. */
const varying: ReadonlySet<number> = new Set([0, 3, 6, 9, 12])

export function isNasty(shape: DataShape): shape is NastyShape {
  return (shapes as readonly DataShape[]).includes(shape)
}

/** Returns d columns of n numbers with a nasty property; apart from this property they are amounts. */
export function nastyColumns(shape: NastyShape, rng: Rng, n: number, d: number): Float64Array[] {
  return Array.from({ length: d }, (_, j) => makers[shape](amounts(rng.child(`column ${j + 1}`), n), j, rng))
}

type Maker = (values: Float64Array, j: number, rng: Rng) => Float64Array

const makers: Readonly<Record<NastyShape, Maker>> = {
  amounts: (values) => values,
  zeros(values, j, rng) {
    const draws = rng.child(`zero ${j + 1}`)
    return values.map((value) => (draws.uniform() < 0.9 ? 0 : value))
  },
  digits(values, j, rng) {
    const draws = rng.child(`digit ${j + 1}`)
    return values.map(() => Math.floor(10 * draws.uniform()))
  },
  outliers(values, j, rng) {
    const draws = rng.child(`outlier ${j + 1}`)
    for (let o = 0; o < outliers.perColumn; o++) values[Math.floor(values.length * draws.uniform())] = outliers.value
    return values
  },
  // The same order of records in every column.
  duplicates(values, _, rng) {
    const distinct = Math.ceil(values.length / times)
    const order = randomPermutation(values.length, rng.child('order'))
    return Float64Array.from(order, (i) => values[i % distinct])
  },
  // Ascending and descending in turn.
  sorted(values, j) {
    values.sort()
    return j % 2 === 0 ? values : values.reverse()
  },
  constants: (values, j) => (varying.has(j % 13) ? values : values.fill(values[0])),
}

/** Hardly any value is negative: methods and metrics of amounts accept them. */
const mean = 10

function amounts(rng: Rng, n: number): Float64Array {
  const values = new Float64Array(n)
  for (let i = 0; i < n; i++) values[i] = mean + rng.normal()
  return values
}
