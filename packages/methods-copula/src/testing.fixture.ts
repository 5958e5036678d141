import {
  dataset,
  numeric,
  seededRng,
  type Column,
  type MaskingMethod,
  type MaskResult,
  resolveParams,
  maskInput,
} from '@sdc/core'
import { norta } from '@sdc/datasets'
import {
  exponentialDistribution,
  logNormalDistribution,
  normalDistribution,
  weibullDistribution,
} from '@sdc/stats/distributions'
import { maskByPlan } from '@sdc/toolkit'

/** Rank correlations of three columns to mask and two given ones. */
export const spearmanTarget = [
  [1, 0.6, -0.3, 0.5, 0.2],
  [0.6, 1, 0.1, 0.3, -0.4],
  [-0.3, 0.1, 1, -0.5, 0.1],
  [0.5, 0.3, -0.5, 1, 0.2],
  [0.2, -0.4, 0.1, 0.2, 1],
]

/** Three columns to mask and two given ones, of a normal copula and five different laws. */
export function copulaFile(rows: number, seed: string | number): { x: Float64Array[]; s: Float64Array[] } {
  const laws = [
    logNormalDistribution(8, 1),
    weibullDistribution(0.8, 300),
    normalDistribution(50, 9),
    exponentialDistribution(3),
    weibullDistribution(1.5, 20),
  ]
  const columns = [...norta(rows, laws, spearmanTarget, 'spearman', seededRng(seed)).columns]
  return { x: columns.slice(0, 3), s: columns.slice(3) }
}

/** Runs a method on columns named x0, x1, …, given s0, s1, …, as the engine does for a whole file. */
export async function runMethod<P>(
  method: MaskingMethod<P>,
  x: readonly Float64Array[],
  s: readonly (Float64Array | Column)[],
  params: Readonly<Record<string, unknown>> = {},
  seed: string | number = 1,
): Promise<MaskResult> {
  const given = s.map((column): Column => (column instanceof Float64Array ? numeric(column) : column))
  const original = dataset([
    ...x.map((values, j) => [`x${j}`, numeric(values)] as const),
    ...given.map((column, j) => [`s${j}`, column] as const),
  ])
  return await maskByPlan(
    method,
    maskInput(original, {
      columns: x.map((_, j) => `x${j}`),
      given: s.map((_, j) => `s${j}`),
      params: resolveParams(method.params, params),
      rng: seededRng(seed),
    }),
  )
}

/** The numeric columns of the one file that came out. */
export function columnsOf(result: MaskResult): Float64Array[] {
  return [...result.files[0].columns.values()].map((column) => {
    if (column?.kind !== 'numeric') throw new Error('a column is not numeric')
    return column.values
  })
}
