/** Records by their cell: those of cell c are `order[starts[c]] … order[starts[c + 1] − 1]`, in the order given. */
export interface ByCell {
  readonly starts: Int32Array
  readonly order: Int32Array
}

/**
 * Groups records by cell, a counting sort: those of a cell keep their order. O(records + cells).
 *
 * @param cellOf - The cell of every record; −1 of one that is in none.
 * @param cells - How many cells.
 * @param sequence - The records in the order that is kept; as they are without.
 * @returns The groups.
 */
export function byCell(cellOf: Int32Array, cells: number, sequence?: Int32Array): ByCell {
  const starts = new Int32Array(cells + 1)
  for (const cell of cellOf) if (cell >= 0) starts[cell + 1]++
  for (let c = 0; c < cells; c++) starts[c + 1] += starts[c]
  const next = starts.slice(0, cells)
  const order = new Int32Array(starts[cells])
  for (let i = 0; i < cellOf.length; i++) {
    const record = sequence === undefined ? i : sequence[i]
    if (cellOf[record] >= 0) order[next[cellOf[record]]++] = record
  }
  return { starts, order }
}
