import { SdcError } from '@sdc/core'
import { hasMissing, rowsByGroup, type RecordGroups } from '@sdc/stats'
import { comparableRanks } from './comparable-ranks.js'

/** Rate of correct links by an adversary who knows everything but the linkage, over many releases of one file. */
export interface ProbabilisticKAnonymity {
  /** Share of correct links over all records and runs, with equally near records picked at random. */
  readonly rate: number
  /** Rate of every run. */
  readonly rates: Float64Array
  /** Promised limit: no record is linked with a probability above 1/k. */
  readonly promised: number
  /** Upper limit of the rate by chance if the promise holds: 1/k + 3·√(¼/(nR)). */
  readonly bound: number
  readonly holds: boolean
}

/**
 * Checks probabilistic k-anonymity empirically. For R releases of one file, the adversary of maximum knowledge, who
 * also knows the clusters, links each original record to the nearest released one of its cluster.
 *
 * The distance is max_j |rank(x_ij) − rank(z_lj)|, as in `maxKnowledgeLinkage`. Cost: O(p·Σ s²) per run, s the sizes of
 * the clusters. Source: Soria-Comas & Domingo-Ferrer 2012, definition of probabilistic k-anonymity; the check is our
 * own.
 *
 * @param x - p original columns of n values.
 * @param release - Returns the p columns of run r, row i from original record i.
 * @param clusters - Rows of the groups of microaggregation.
 * @param options - Promised k, default the size of the smallest cluster; number of runs; progress.
 * @returns The rates of all runs, and their limit.
 * @throws MISSING_VALUES, LENGTH_MISMATCH if a release has other records, BAD_PARAMETER unless k and runs are at
 *   least 1
 */
export async function probabilisticKAnonymity(
  x: readonly Float64Array[],
  release: (run: number) => readonly Float64Array[] | Promise<readonly Float64Array[]>,
  clusters: RecordGroups,
  {
    k = clusters.sizes.reduce((least, size) => Math.min(least, size), Infinity),
    runs,
    tick,
  }: { readonly k?: number | undefined; readonly runs: number; readonly tick?: (fraction: number) => void },
): Promise<ProbabilisticKAnonymity> {
  if (!(k >= 1) || !(runs >= 1)) {
    throw new SdcError('BAD_PARAMETER', `k = ${k} and ${runs} runs: both must be at least 1`)
  }
  const n = clusters.ids.length
  const rows = rowsByGroup(clusters)
  const rates = new Float64Array(runs)
  for (let run = 0; run < runs; run++) {
    tick?.(run / runs)
    const y = await release(run)
    refuseIncomplete(x, y, n)
    const { ranksX, ranksY } = comparableRanks(x, y)
    rates[run] = rows.reduce((sum, cluster) => sum + rightLinks(ranksX, ranksY, cluster), 0) / n
  }
  const rate = rates.reduce((sum, one) => sum + one, 0) / runs
  const bound = 1 / k + 3 * Math.sqrt(0.25 / (n * runs))
  return { rate, rates, promised: 1 / k, bound, holds: rate <= bound }
}

/** Returns the expected number of correct links within one cluster. */
function rightLinks(ranksX: readonly Float64Array[], ranksY: readonly Float64Array[], cluster: Int32Array): number {
  let right = 0
  for (const i of cluster) {
    let least = Infinity
    let ties = 0
    let hit = false
    for (const l of cluster) {
      let distance = 0
      for (let j = 0; j < ranksX.length; j++) distance = Math.max(distance, Math.abs(ranksX[j][i] - ranksY[j][l]))
      if (distance > least) continue
      if (distance < least) {
        least = distance
        ties = 0
        hit = false
      }
      ties++
      if (l === i) hit = true
    }
    if (hit) right += 1 / ties
  }
  return right
}

function refuseIncomplete(x: readonly Float64Array[], y: readonly Float64Array[], n: number): void {
  for (const column of [...x, ...y]) {
    if (column.length !== n) {
      throw new SdcError('LENGTH_MISMATCH', `the clusters have ${n} records, a column ${column.length}`)
    }
    if (hasMissing(column)) {
      const fix = 'Leave out the columns with missing values.'
      throw new SdcError('MISSING_VALUES', 'the check needs complete columns', {}, fix)
    }
  }
}
