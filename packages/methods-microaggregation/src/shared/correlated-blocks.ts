import { correlationMatrix } from '@sdc/stats'

/**
 * Divides columns into blocks of at most `size`: correlated ones together, or uncorrelated ones.
 *
 * Agglomerative clustering by average linkage. At first every column is a block. While two blocks together have at most
 * `size` columns, it merges the two with the least mean dissimilarity of their pairs: 1 − |r| for correlated and |r|
 * for uncorrelated blocks. r is Pearson's correlation, 0 with a constant column. Ties go to the columns that come
 * first.
 *
 * Returns the column numbers of every block, ascending, the blocks by their first. Any two have more than `size`
 * columns together. Cost: O(np² + p³).
 */
export function correlatedBlocks(
  columns: readonly Float64Array[],
  size: number,
  together: 'correlated' | 'uncorrelated',
): number[][] {
  const r = correlationMatrix(columns)
  // Sums of the dissimilarities of all pairs of two blocks; blocks are in the order of their first column.
  const sums = columns.map((_, a) =>
    columns.map((_, b) => {
      const strength = Number.isNaN(r.get(a, b)) ? 0 : Math.abs(r.get(a, b))
      return together === 'correlated' ? 1 - strength : strength
    }),
  )
  const blocks = columns.map((_, j) => [j])
  for (;;) {
    let least = Infinity
    let first = 0
    let second = 0
    for (let a = 0; a < blocks.length; a++) {
      for (let b = a + 1; b < blocks.length; b++) {
        const mean = sums[a][b] / (blocks[a].length * blocks[b].length)
        if (blocks[a].length + blocks[b].length > size || mean >= least) continue
        least = mean
        first = a
        second = b
      }
    }
    if (second === 0) return blocks
    blocks[first] = [...blocks[first], ...blocks[second]].sort((a, b) => a - b)
    blocks.splice(second, 1)
    for (let c = 0; c < sums.length; c++) sums[c][first] = sums[first][c] = sums[first][c] + sums[second][c]
    for (const row of sums) row.splice(second, 1)
    sums.splice(second, 1)
  }
}
