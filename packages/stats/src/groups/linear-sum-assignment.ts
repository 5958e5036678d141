export interface Assignment {
  /** Column of each row. */
  readonly columnOf: Int32Array
  /** Row of each column, −1 if it has none. */
  readonly rowOf: Int32Array
  /** Sum of the assigned costs. */
  readonly total: number
  /** Dual values: cost_ij ≥ rowPrice_i + columnPrice_j, with equality if j is the column of i. */
  readonly rowPrice: Float64Array
  /** At most 0 if there are more columns than rows, and 0 for a column without a row. */
  readonly columnPrice: Float64Array
}

/**
 * Assigns every row to a column of its own at the least total cost.
 *
 * A dual feasible start assigns most rows. The price of a column is its least cost (if there are as many rows); then
 * every row takes a free column among those of least reduced cost. Each remaining row gets the shortest path of
 * exchanges to a free column, by Dijkstra's algorithm on the reduced costs. Among equal ones the lowest index is tried
 * first: the same costs always give the same assignment, and equal costs give row i the column i. The result is exact
 * if sums and differences of costs are exact (whole numbers below 2⁵³/rows); otherwise it is subject to rounding.
 *
 * @param costs - Rows × columns, row after row, finite, rows ≤ columns.
 * @param rows - Number of rows.
 * @param columns - Number of columns, at least that of the rows.
 * @param tick - Called with the completed share.
 * @returns The assignment, its total cost and the dual values.
 * @throws RangeError if the sizes do not fit or a cost is missing or infinite
 *
 * Cost: O(rows·columns) for the start, O(rows²·columns) at worst. Products of a number of the row and one of the column
 * come near the worst; random costs and distances stay far below.
 * Source: Jonker & Volgenant 1987; Crouse 2016 for more columns than rows.
 */
export function linearSumAssignment(
  costs: Float64Array,
  rows: number,
  columns = rows,
  tick: (fraction: number) => void = () => undefined,
): Assignment {
  check(costs, rows, columns)
  const state: State = {
    costs,
    rows,
    columns,
    columnOf: new Int32Array(rows).fill(-1),
    rowOf: new Int32Array(columns).fill(-1),
    price: new Float64Array(columns),
  }
  if (rows === columns) reduceColumns(state)
  const left = takeFree(state)
  const path = makePath(columns)
  left.forEach((row, at) => {
    if ((at & 15) === 0) tick(at / left.length)
    augment(state, path, row)
  })
  const { columnOf, rowOf, price } = state
  const assigned = Float64Array.from(columnOf, (column, row) => costs[row * columns + column])
  return {
    columnOf,
    rowOf,
    total: assigned.reduce((sum, cost) => sum + cost, 0),
    rowPrice: assigned.map((cost, row) => cost - price[columnOf[row]]),
    columnPrice: price,
  }
}

interface State {
  readonly costs: Float64Array
  readonly rows: number
  readonly columns: number
  readonly columnOf: Int32Array
  readonly rowOf: Int32Array
  /** Column prices; row prices follow from them and the assigned costs. */
  readonly price: Float64Array
}

function check(costs: Float64Array, rows: number, columns: number): void {
  if (rows > columns) throw new RangeError(`${rows} rows cannot have a column each of ${columns}`)
  if (costs.length !== rows * columns) {
    throw new RangeError(`${rows} × ${columns} costs are ${rows * columns}, not ${costs.length}`)
  }
  const wrong = costs.findIndex((cost) => !Number.isFinite(cost))
  if (wrong >= 0)
    throw new RangeError(
      `the cost of row ${Math.floor(wrong / columns)} and column ${wrong % columns} is ${costs[wrong]}`,
    )
}

/** Prices every column at its least cost, and assigns it to the first row that has it, if that is free. */
function reduceColumns({ costs, rows, columns, columnOf, rowOf, price }: State): void {
  const first = new Int32Array(columns)
  for (let j = 0; j < columns; j++) price[j] = costs[j]
  for (let i = 1; i < rows; i++) {
    for (let j = 0, at = i * columns; j < columns; j++, at++) {
      if (costs[at] >= price[j]) continue
      price[j] = costs[at]
      first[j] = i
    }
  }
  for (let j = 0; j < columns; j++) {
    if (columnOf[first[j]] >= 0) continue
    columnOf[first[j]] = j
    rowOf[j] = first[j]
  }
}

/**
 * Assigns a row to the first free one of its columns of least reduced cost; returns the rows without such a column.
 */
function takeFree({ costs, rows, columns, columnOf, rowOf, price }: State): number[] {
  const left: number[] = []
  for (let i = 0; i < rows; i++) {
    if (columnOf[i] >= 0) continue
    let least = Infinity
    let free = -1
    for (let j = 0, at = i * columns; j < columns; j++, at++) {
      const reduced = costs[at] - price[j]
      if (reduced > least) continue
      if (reduced < least) {
        least = reduced
        free = -1
      }
      if (free < 0 && rowOf[j] < 0) free = j
    }
    if (free < 0) {
      left.push(i)
      continue
    }
    columnOf[i] = free
    rowOf[free] = i
  }
  return left
}

interface Path {
  readonly distance: Float64Array
  /** Row before each column on the shortest path to it. */
  readonly before: Int32Array
  /** All columns: first those scanned, then those at the least distance, then the others. */
  readonly order: Int32Array
}

function makePath(columns: number): Path {
  return { distance: new Float64Array(columns), before: new Int32Array(columns), order: new Int32Array(columns) }
}

/**
 * Finds the shortest path of exchanges from a free row to a free column, assigns along it, and keeps the prices
 * feasible.
 */
function augment(
  { costs, columns, columnOf, rowOf, price }: State,
  { distance, before, order }: Path,
  start: number,
): void {
  for (let j = 0, at = start * columns; j < columns; j++, at++) {
    distance[j] = costs[at] - price[j]
    before[j] = start
    order[j] = j
  }
  let scanned = 0
  let reached = 0
  let least = 0
  let end = -1
  while (end < 0) {
    if (scanned === reached) {
      least = Infinity
      for (let k = reached; k < columns; k++) {
        const j = order[k]
        if (distance[j] > least) continue
        if (distance[j] < least) {
          least = distance[j]
          reached = scanned
        }
        order[k] = order[reached]
        order[reached++] = j
      }
      for (let k = scanned; k < reached && end < 0; k++) if (rowOf[order[k]] < 0) end = order[k]
      if (end >= 0) break
    }
    const column = order[scanned++]
    const row = rowOf[column]
    const base = row * columns
    const shift = costs[base + column] - price[column] - least
    for (let k = reached; k < columns; k++) {
      const j = order[k]
      const through = costs[base + j] - price[j] - shift
      if (through >= distance[j]) continue
      distance[j] = through
      before[j] = row
      if (through > least) continue
      if (rowOf[j] < 0) {
        end = j
        break
      }
      order[k] = order[reached]
      order[reached++] = j
    }
  }
  for (let k = 0; k < scanned; k++) price[order[k]] += distance[order[k]] - least
  for (let column = end; ;) {
    const row = before[column]
    const next = columnOf[row]
    columnOf[row] = column
    rowOf[column] = row
    if (row === start) return
    column = next
  }
}
