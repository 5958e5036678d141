import type { Table } from '@sdc/core'

/** Relations of each cell, packed: those of cell c are `at[starts[c]] … at[starts[c + 1] − 1]`. */
export interface RelationIndex {
  readonly starts: Int32Array
  readonly at: Int32Array
  /** Sign of the cell in each of them. */
  readonly signs: Int8Array
}

/**
 * Lists the relations of every cell.
 *
 * @param table - Its relations and values.
 * @returns The relations by cell.
 */
export function relationIndex({ values, equations }: Pick<Table, 'values' | 'equations'>): RelationIndex {
  const starts = new Int32Array(values.length + 1)
  for (const { cells } of equations) for (const cell of cells) starts[cell + 1]++
  for (let c = 0; c < values.length; c++) starts[c + 1] += starts[c]
  const next = starts.slice(0, values.length)
  const at = new Int32Array(starts[values.length])
  const signs = new Int8Array(starts[values.length])
  equations.forEach(({ cells, signs: own }, e) =>
    cells.forEach((cell, i) => {
      at[next[cell]] = e
      signs[next[cell]++] = own[i]
    }),
  )
  return { starts, at, signs }
}
