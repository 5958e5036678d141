import fc from 'fast-check'
import { dataset, numeric, resolveParams, seededRng, type MaskingMethod, type MaskResult } from '@sdc/core'

/** The tests' bound for |z|: a false alarm once in 1e7. */
export const zBound = 5.33

export type Columns = readonly (readonly [string, Float64Array])[]

/** Runs a method on these columns as the engine does, names in the given order. */
export async function run<P>(
  method: MaskingMethod<P>,
  columns: Columns,
  params: Readonly<Record<string, unknown>>,
  seed: string | number = 1,
): Promise<MaskResult> {
  const data = dataset(columns.map(([name, values]) => [name, numeric(values)]))
  return method.apply({
    original: data,
    data,
    whole: data,
    origin: Int32Array.from({ length: data.rows }, (_, i) => i),
    columns: data.names,
    given: [],
    params: resolveParams(method.params, params, { method: method.id }),
    rng: seededRng(seed),
    tick() {},
  })
}

/** The masked columns, in the order of the given ones. */
export async function mask<P>(
  method: MaskingMethod<P>,
  columns: Columns,
  params: Readonly<Record<string, unknown>> = {},
  seed: string | number = 1,
): Promise<Float64Array[]> {
  const { files } = await run(method, columns, params, seed)
  return columns.map(([name]) => {
    const column = files[0].columns.get(name)
    if (column?.kind !== 'numeric') throw new Error(`column ${name} was not masked`)
    return column.values
  })
}

/** Tables of p columns with 1 + 2·least to 40 rows of whole numbers, ties and constant columns among them. */
export function wholeNumbers(p: number, least = p): fc.Arbitrary<number[][]> {
  return fc.integer({ min: 1 + 2 * least, max: 40 }).chain((n) => {
    const column = fc.array(fc.integer({ min: -1000, max: 1000 }), { minLength: n, maxLength: n })
    return fc.array(column, { minLength: p, maxLength: p })
  })
}

/** Two correlated columns, the first skewed, of scales 1e6 and 1e-2, and a third independent one. */
export function skewedColumns(n: number, seed = 'data'): Columns {
  const rng = seededRng(seed)
  const a = new Float64Array(n)
  const b = new Float64Array(n)
  const c = new Float64Array(n)
  for (let i = 0; i < n; i++) {
    const shared = rng.normal()
    a[i] = 1e6 * Math.exp(0.5 * shared + 0.3 * rng.normal())
    b[i] = 1e-2 * (shared + rng.normal())
    c[i] = 40 + 10 * rng.uniform()
  }
  return [
    ['a', a],
    ['b', b],
    ['c', c],
  ]
}

/** Sample covariance by the definition, two passes: the tests' own, so that they do not rest on @sdc/stats. */
export function cov(a: Float64Array, b: Float64Array): number {
  const ma = average(a)
  const mb = average(b)
  return a.reduce((total, value, i) => total + (value - ma) * (b[i] - mb), 0) / (a.length - 1)
}

export function average(a: Float64Array): number {
  const first = a.reduce((total, value) => total + value, 0) / a.length
  return first + a.reduce((total, value) => total + (value - first), 0) / a.length
}

/** The largest |Cov Y − expected| in units of the original's standard deviations (1 for a constant column). */
export function covarianceError(
  masked: readonly Float64Array[],
  original: readonly Float64Array[],
  expected: (original: number, i: number, j: number) => number,
): number {
  const sds = original.map((column) => Math.sqrt(cov(column, column)) || 1)
  let worst = 0
  masked.forEach((yi, i) =>
    masked.forEach((yj, j) => {
      const error = cov(yi, yj) - expected(cov(original[i], original[j]), i, j)
      worst = Math.max(worst, Math.abs(error) / sds[i] / sds[j])
    }),
  )
  return worst
}

/** The largest difference of means in units of the original's standard deviations (1 for a constant column). */
export function meanError(masked: readonly Float64Array[], original: readonly Float64Array[]): number {
  return Math.max(
    ...masked.map((y, j) => {
      const x = original[j]
      return Math.abs(average(y) - average(x)) / (Math.sqrt(cov(x, x)) || 1)
    }),
  )
}
