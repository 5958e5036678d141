import type { DistanceMetric } from '@sdc/stats'

/** The least distance of record i to the records of the other file, and those at it, by comparing all. */
export function naive(
  a: readonly Float64Array[],
  b: readonly Float64Array[],
  i: number,
  kind: DistanceMetric,
): { readonly least: number; readonly near: readonly number[] } {
  const all = [...b[0].keys()].map((j) => {
    const gaps = a.map((column, k) => Math.abs(column[i] - b[k][j]))
    if (kind === 'chebyshev') return Math.max(...gaps)
    return gaps.reduce((sum, gap) => sum + (kind === 'cityblock' ? gap : gap * gap), 0)
  })
  const least = Math.min(...all)
  return {
    least: kind === 'euclidean' ? Math.sqrt(least) : least,
    near: all.flatMap((one, j) => (one === least ? [j] : [])),
  }
}
