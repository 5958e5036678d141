import {
  categorical,
  dataset,
  maskInput,
  numeric,
  resolveParams,
  seededRng,
  type PastQuery,
  type Built,
  type Dataset,
  type QueryService,
  type Rng,
} from '@sdc/core'
import { camouflageService } from './camouflage.js'

/** Skewed incomes with zeros, wages related to them, an age, a region and a number for each of n people. */
export function people(n: number, zeros = 0.2, seed = 1): Dataset {
  const rng = seededRng(`people ${n} ${zeros} ${seed}`)
  const income = Float64Array.from({ length: n }, () =>
    rng.uniform() < zeros ? 0 : Math.round(20_000 * Math.exp(0.8 * rng.normal())),
  )
  return dataset([
    ['income', numeric(income)],
    ['wage', numeric(income.map((value) => Math.round(0.7 * value + 3000 * rng.normal())))],
    ['age', numeric(Float64Array.from({ length: n }, () => 18 + rng.int(60)))],
    ['hours', numeric(Float64Array.from({ length: n }, () => 10 + 40 * rng.uniform()))],
    ['region', categorical(Array.from({ length: n }, () => ['north', 'south', 'east'][rng.int(3)]))],
    ['id', numeric(Float64Array.from({ length: n }, (_, i) => i + 1))],
  ])
}

export const openColumns = ['age', 'hours', 'region', 'id']

export async function built(
  data: Dataset,
  params: Readonly<Record<string, unknown>> = {},
  more: { readonly columns?: readonly string[]; readonly given?: readonly string[]; readonly seed?: number } = {},
): Promise<Built> {
  const { columns = ['income', 'wage'], given = openColumns, seed = 1 } = more
  const resolved = resolveParams(camouflageService.params, params)
  return await camouflageService.build(maskInput(data, { columns, given, params: resolved, rng: seededRng(seed) }))
}

/** A service that does not refuse similar queries, unless requested. */
export async function opened(
  data: Dataset,
  params: Readonly<Record<string, unknown>> = {},
  asked?: readonly PastQuery[],
): Promise<QueryService> {
  return camouflageService.open(await built(data, { minimumDifference: 0, ...params }), asked)
}

/** A point of the simplex, often at a corner or on an edge. */
export function simplexPoint(k: number, rng: Rng): Float64Array {
  const gaps = Float64Array.from({ length: k }, () => (rng.uniform() < 0.3 ? 0 : -Math.log(1 - rng.uniform())))
  gaps[rng.int(k)] += 1e-9
  const total = gaps.reduce((sum, gap) => sum + gap, 0)
  return gaps.map((gap) => gap / total)
}

/** Σ_j λ_j·P^j of some records. */
export function mixture(vectors: readonly Float64Array[], rows: Int32Array, lambda: Float64Array): Float64Array {
  return Float64Array.from(rows, (i) => lambda.reduce((sum, share, j) => sum + share * vectors[j][i], 0))
}

/** k vectors of n random entries, some of them equal or 0. */
export function randomVectors(n: number, k: number, rng: Rng): Float64Array[] {
  return Array.from({ length: k }, () =>
    Float64Array.from({ length: n }, () => (rng.uniform() < 0.1 ? 0 : Math.round(100 * rng.normal()) / 4)),
  )
}

export function allRows(n: number): Int32Array {
  return Int32Array.from({ length: n }, (_, i) => i)
}
