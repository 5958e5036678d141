import fc from 'fast-check'
import { dataset, numeric, resolveParams, seededRng, type MaskingMethod, type MaskResult, maskInput } from '@sdc/core'
import { maskByPlan } from '@sdc/toolkit'

export { average, cov, covarianceError, meanError, zBound } from '@sdc/testing/moments'

export type Columns = readonly (readonly [string, Float64Array])[]

/** Runs a method on these columns as the engine does, names in the given order. */
export async function run<P>(
  method: MaskingMethod<P>,
  columns: Columns,
  params: Readonly<Record<string, unknown>>,
  seed: string | number = 1,
): Promise<MaskResult> {
  const data = dataset(columns.map(([name, values]) => [name, numeric(values)]))
  return maskByPlan(
    method,
    maskInput(data, { params: resolveParams(method.params, params, { method: method.id }), rng: seededRng(seed) }),
  )
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
