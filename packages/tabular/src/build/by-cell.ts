/** Records by cell: those of cell c are `order[starts[c]] … order[starts[c + 1] − 1]`, in their order. */
export interface ByCell {
  readonly starts: Int32Array
  readonly order: Int32Array
}

/**
 * Groups records by cell with a counting sort, which keeps the order within a cell. O(records + cells).
 *
 * @param cellOf - Cell of every record; −1 for none.
 * @param cells - Number of cells.
 * @returns The groups.
 */
export function byCell(cellOf: Int32Array, cells: number): ByCell {
  const starts = new Int32Array(cells + 1)
  for (const cell of cellOf) if (cell >= 0) starts[cell + 1]++
  for (let c = 0; c < cells; c++) starts[c + 1] += starts[c]
  const next = starts.slice(0, cells)
  const order = new Int32Array(starts[cells])
  for (let i = 0; i < cellOf.length; i++) if (cellOf[i] >= 0) order[next[cellOf[i]]++] = i
  return { starts, order }
}
