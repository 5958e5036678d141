import { seededRng } from '@sdc/core'
import { exp, sortOrder } from '@sdc/stats'
import type { NamedColumn } from './correlation-errors.js'

/** Returns columns with a common factor, the first one skewed, and the same with noise, reverse-mapped. */
export function permutedColumns(records: number, columns: number, noise = 0.7, seed = 'columns'): NamedColumn[] {
  const rng = seededRng(seed)
  const normals = (name: string): Float64Array => {
    const values = new Float64Array(records)
    rng.child(name).fillNormal(values)
    return values
  }
  const factor = normals('factor')
  return Array.from({ length: columns }, (_, j) => {
    const x = normals(`own ${j}`).map((own, i) => 0.7 * factor[i] + 0.7 * own)
    if (j === 0) x.forEach((value, i) => (x[i] = exp(value)))
    const shaken = normals(`noise ${j}`)
    return {
      name: `v${j}`,
      x,
      z: reverseMapped(
        x,
        x.map((value, i) => value + noise * shaken[i]),
      ),
      isNumber: true,
    }
  })
}

/** Returns the values of x in the order of y. */
export function reverseMapped(x: Float64Array, y: Float64Array): Float64Array {
  const [inX, inY] = [sortOrder(x), sortOrder(y)]
  const z = new Float64Array(x.length).fill(Number.NaN)
  inY.forEach((row, place) => (z[row] = x[inX[place]]))
  return z
}
