import { sortedValues } from '@sdc/stats'

/** Column of a sample of records, with its distance. */
export interface CutColumn {
  /** Numbers, or codes of categories; none missing. */
  readonly values: Float64Array
  /** Distance that a difference of 1 makes. */
  readonly unit: number
  /** True if any two different values are `unit` apart. */
  readonly nominal: boolean
}

/** Partition of all records into cells by their values. */
export interface CellTree {
  /** Number of cells. */
  readonly count: number
  /**
   * Finds the cells of records.
   *
   * @param columns - p of n values, numbers or codes.
   * @returns The cell of every record, from 0.
   */
  cellsOf(columns: readonly Float64Array[]): Uint32Array
}

/**
 * Half-spaces one after another: records below the `value` of a node in its column are on its left. Leaves are −1 −
 * cell.
 */
interface Nodes {
  readonly column: number[]
  readonly value: number[]
  readonly left: number[]
  readonly right: number[]
}

/**
 * Cuts records into cells of about the same number of records, by medians of a sample. Every node is cut in the column
 * of the largest spread of its records, between two values, so that half of its cells lie on either side.
 *
 * The spread is the mean squared distance of two records: 2s² for numbers, 1 − Σ f² for nominal categories of shares f.
 * Equal values go to the same side. If a value is so frequent that no cut of a column leaves half a cell on both sides,
 * the next column is cut. If no column can be cut, the node stays one cell. Every cell has `least` records of the
 * sample, so of the file as well. Cost: O(pm log m) per level, m records in the sample.
 *
 * @param sample - p columns of m records.
 * @param wanted - Number of cells wanted.
 * @param least - Minimum number of sample records in a cell.
 * @returns The cells, at most as many as wanted.
 */
export function cellTree(sample: readonly CutColumn[], wanted: number, least: number): CellTree {
  const nodes: Nodes = { column: [], value: [], left: [], right: [] }
  let count = 0
  const grow = (records: Uint32Array, cells: number): number => {
    const cut = cells < 2 || records.length < 2 * least ? undefined : bestCut(sample, records, cells, least)
    if (cut === undefined) return -1 - count++
    const { values } = sample[cut.column]
    const node = nodes.column.push(cut.column) - 1
    nodes.value.push(cut.value)
    const onLeft = Math.min(cells - 1, Math.max(1, Math.round((cells * cut.below) / records.length)))
    nodes.left[node] = grow(
      records.filter((record) => values[record] < cut.value),
      onLeft,
    )
    nodes.right[node] = grow(
      records.filter((record) => !(values[record] < cut.value)),
      cells - onLeft,
    )
    return node
  }
  const root = grow(
    Uint32Array.from(sample[0].values, (_, record) => record),
    wanted,
  )
  return { count, cellsOf: (columns) => cellsBelow(nodes, root, columns) }
}

function cellsBelow(
  { column, value, left, right }: Nodes,
  root: number,
  columns: readonly Float64Array[],
): Uint32Array {
  const cells = new Uint32Array(columns[0].length)
  for (let i = 0; i < cells.length; i++) {
    let node = root
    while (node >= 0) node = columns[column[node]][i] < value[node] ? left[node] : right[node]
    cells[i] = -1 - node
  }
  return cells
}

interface Cut {
  readonly column: number
  readonly value: number
  /** Number of records of the sample below the cut. */
  readonly below: number
}

function bestCut(sample: readonly CutColumn[], records: Uint32Array, cells: number, least: number): Cut | undefined {
  const held = sample.map(({ values }) => Float64Array.from(records, (record) => values[record]))
  // In single precision: standardised columns have the same spread in the whole file, and rounding must not choose
  // among them.
  const apart = held.map((values, j) => Math.fround(meanSquaredDistance(values, sample[j])))
  const widest = Array.from(sample.keys()).sort((a, b) => apart[b] - apart[a] || a - b)
  for (const column of widest) {
    if (!(apart[column] > 0)) return undefined
    const sorted = sortedValues(held[column])
    const below = placeOfCut(sorted, cells, least)
    if (below !== undefined) return { column, value: sorted[below], below }
  }
  return undefined
}

/**
 * Returns the index at which the sorted values are cut: between two different values, as near as possible to half of
 * the cells.
 */
function placeOfCut(sorted: Float64Array, cells: number, least: number): number | undefined {
  const n = sorted.length
  const best = Math.ceil((n * Math.floor(cells / 2)) / cells)
  const side = Math.max(least, Math.floor(n / (2 * cells)))
  let down = best
  while (down > 0 && sorted[down - 1] === sorted[down]) down--
  let up = best
  while (up > 0 && up < n && sorted[up - 1] === sorted[up]) up++
  const fits = [down, up].filter((at) => at >= side && n - at >= side)
  return fits.length > 1 && best - down > up - best ? up : fits[0]
}

function meanSquaredDistance(values: Float64Array, { unit, nominal }: CutColumn): number {
  if (nominal) {
    const counts = new Map<number, number>()
    for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1)
    let squares = 0
    for (const many of counts.values()) squares += (many / values.length) * (many / values.length)
    return unit * unit * (1 - squares)
  }
  let centre = 0
  for (const value of values) centre += (value - values[0]) / values.length
  let squares = 0
  for (const value of values) {
    const apart = unit * (value - values[0] - centre)
    squares += apart * apart
  }
  return (2 * squares) / values.length
}
