import { BLOCK, seededRng } from '@sdc/core'
import { describe, expect, it } from 'vitest'
import { correlationMatrix, pearson } from './correlation.js'
import { covariance, covarianceMatrix } from './covariance.js'
import { mean, sum, variance } from './moments.js'

const rows = 2 * BLOCK + 8000
const drawn = (name: string): Float64Array => {
  const values = new Float64Array(rows)
  seededRng(name).fillNormal(values)
  return values
}
const columns = [drawn('a').map((v) => 1e3 + v), drawn('b').map((v) => Math.exp(v)), drawn('c')]
const holed = columns.map((column, j) => column.map((value, i) => (i % 11 === j ? Number.NaN : value)))
const blocks = (values: Float64Array): Float64Array[] =>
  [0, 1, 2].map((k) => values.subarray(k * BLOCK, (k + 1) * BLOCK))

/** Σ(a − ca)(b − cb), Σ(a − ca), Σ(b − cb) and the number of complete pairs of one block. */
function centredSums(a: Float64Array, b: Float64Array, ca: number, cb: number): number[] {
  const sums = [0, 0, 0, 0]
  for (let i = 0; i < a.length; i++) {
    if (Number.isNaN(a[i]) || Number.isNaN(b[i])) continue
    sums[0] += (a[i] - ca) * (b[i] - cb)
    sums[1] += a[i] - ca
    sums[2] += b[i] - cb
    sums[3]++
  }
  return sums
}

describe('sums over the records of a large file', () => {
  it.each([
    ['complete', columns],
    ['with missing values', holed],
  ])('are those of its blocks, folded from the left: %s', (_, file) => {
    for (const [a, b] of [
      [file[0], file[1]],
      [file[2], file[2]],
    ]) {
      const both = (x: Float64Array, y: Float64Array): Float64Array =>
        x.map((value, i) => (Number.isNaN(y[i]) ? Number.NaN : value))
      const [pa, pb] = [both(a, b), both(b, a)]
      // Three numbers have the compensated sum that they have; the sum of a block is that of a file of one block.
      const sums = blocks(pa).map(sum)
      expect(sum(pa)).toBe(sum(Float64Array.from(sums)))
      const folded = blocks(pa)
        .map((part, k) => centredSums(part, blocks(pb)[k], mean(pa), mean(pb)))
        .reduce((total, own) => total.map((value, k) => value + own[k]))
      const expected = (folded[0] - (folded[1] * folded[2]) / folded[3]) / (folded[3] - 1)
      expect(covariance(a, b)).toBe(expected)
      if (a === b) expect(variance(a)).toBe(expected)
    }
  })

  it('equal those of all records at once, to rounding', () => {
    const [a, b] = columns
    const all = centredSums(a, b, mean(a), mean(b))
    expect(covariance(a, b)).toBeCloseTo(all[0] / (rows - 1), 12)
    const matrix = covarianceMatrix(columns)
    expect(matrix.get(0, 1)).toBeCloseTo(covariance(a, b), 12)
    expect(matrix.get(1, 1)).toBeCloseTo(variance(b), 12)
    expect(correlationMatrix(columns).get(0, 1)).toBeCloseTo(pearson(a, b), 14)
  })

  it('do not change for the first block with further blocks', () => {
    const shorter = columns.map((column) => column.subarray(0, BLOCK))
    const padded = shorter.map((column) => {
      const longer = new Float64Array(rows).fill(Number.NaN)
      longer.set(column)
      return longer
    })
    expect(mean(padded[0])).toBe(mean(shorter[0]))
    expect(variance(padded[1])).toBe(variance(shorter[1]))
    expect(pearson(padded[0], padded[1])).toBe(pearson(shorter[0], shorter[1]))
  })

  it('are NaN with infinities of both signs in two blocks', () => {
    const values = new Float64Array(BLOCK + 1)
    values[0] = Infinity
    values[BLOCK] = -Infinity
    expect(sum(values)).toBeNaN()
  })
})
