import { numericValues, seededRng, type Dataset } from '@sdc/core'
import { census } from '@sdc/datasets/census'
import { linearSumAssignment, mean, standardDeviation } from '@sdc/stats'
import { fuzzyCMeans, squaredDistance, type FuzzyCMeans } from '@sdc/stats/internal'

/** Number of clusters, as printed. */
const clusters = 10

/** The slides do not print m: 1.5 gives their objective, other values are far from it. */
const fuzzifier = 1.5

/**
 * An execution stops if no membership changes by more. The slides do not print their rule; their objective is 2 above the
 * minima, where such an execution ends.
 */
const tolerance = 0.01

/** Number of executions on the original file: the two lowest minima are found by a few starts in a hundred. */
const poolSize = 240

/** Execution on the original file. */
interface Execution {
  readonly result: FuzzyCMeans
  /** Minimum that it comes to if it continues. */
  readonly minimum: FuzzyCMeans
}

/** Columns of a file in standard deviations of the original, record after record. */
export function standardised(original: Dataset, file: Dataset): Float64Array {
  const { names, rows } = original
  const points = new Float64Array(rows * names.length)
  for (const [j, name] of names.entries()) {
    const x = numericValues(original, name)
    const [centre, deviation] = [mean(x), standardDeviation(x)]
    numericValues(file, name).forEach((value, i) => (points[i * names.length + j] = (value - centre) / deviation))
  }
  return points
}

/** Returns the result of an execution on a file, from random records of the original. */
export function execution(points: Float64Array, original: Float64Array, d: number, seed: string): FuzzyCMeans {
  const records = seededRng(seed).permutation(original.length / d)
  const starts = new Float64Array(clusters * d)
  for (let c = 0; c < clusters; c++) starts.set(original.subarray(records[c] * d, (records[c] + 1) * d), c * d)
  return fuzzyCMeans(points, d, starts, { fuzzifier, tolerance })
}

/** Returns the minimum that centres come to on a file. */
export function minimumFrom(points: Float64Array, centres: Float64Array): FuzzyCMeans {
  return fuzzyCMeans(points, centres.length / clusters, centres, { fuzzifier, tolerance: 1e-3 })
}

interface Pool {
  /** Executions that end below 2860, at one of the three lowest minima. */
  readonly low: readonly Execution[]
  /** A result for each minimum, from the lowest J to the highest. */
  readonly minima: readonly FuzzyCMeans[]
}

let pool: Pool | undefined

/** Returns executions on the original Census file; the same in every run. */
function originalPool(): Pool {
  if (pool) return pool
  const original = census()
  const points = standardised(original, original)
  const results = Array.from({ length: poolSize }, (_, i) =>
    execution(points, points, original.names.length, `start ${i + 1}`),
  )
  const isLow = ({ objective }: FuzzyCMeans): boolean => objective < 2860
  const continued = (result: FuzzyCMeans): Execution => ({ result, minimum: minimumFrom(points, result.centres) })
  const low = results.filter(isLow).map(continued)
  // Most executions end in two higher minima; some of them are enough to find both.
  const high = results
    .filter((result) => !isLow(result))
    .slice(0, 8)
    .map(continued)
  const minima = [...low, ...high]
    .map(({ minimum }) => minimum)
    .sort((a, b) => a.objective - b.objective)
    .filter(({ objective }, i, all) => i === 0 || objective - all[i - 1].objective > 0.15)
  pool = { low, minima }
  return pool
}

/** Returns the executions on the original file that end in the minimum with this objective, to one unit. */
export function endingIn(objective: number): readonly Execution[] {
  return originalPool().low.filter(({ minimum }) => Math.abs(minimum.objective - objective) < 1)
}

/** Returns a result for each minimum of the original file. */
export function minimaOfOriginal(): readonly FuzzyCMeans[] {
  return originalPool().minima
}

/**
 * Returns the distances between two results, their clusters paired for the least Σ‖v − v′‖².
 *
 * d1 = √Σ‖v − v′‖², d2 = Σ(u − u′)². The slides do not print the norms. Printed values of d2 exceed √(2n) = 46.5, the
 * largest possible Frobenius norm, so d2 is its square.
 */
export function distances(
  one: FuzzyCMeans,
  other: FuzzyCMeans,
  d: number,
): { readonly d1: number; readonly d2: number } {
  const costs = new Float64Array(clusters * clusters)
  for (let k = 0; k < clusters; k++)
    for (let l = 0; l < clusters; l++)
      costs[k * clusters + l] = squaredDistance(one.centres, k * d, other.centres, l * d, d)
  const { columnOf, total } = linearSumAssignment(costs, clusters)
  let d2 = 0
  for (let at = 0; at < one.memberships.length; at += clusters)
    for (let k = 0; k < clusters; k++) d2 += (one.memberships[at + k] - other.memberships[at + columnOf[k]]) ** 2
  return { d1: Math.sqrt(total), d2 }
}
