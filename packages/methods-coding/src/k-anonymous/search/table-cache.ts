import { groundTable, Roller, type ClassTable } from '../classes/class-table.js'
import type { Ground } from '../classes/ground.js'

/**
 * Maximum number of tables, and of their classes and histogram entries together; the size of the ground if that is
 * larger.
 */
const TABLES = 1024
const CELLS = 1 << 22
const GROUNDS = 6

/** Tables of nodes evaluated before. Each new table is rolled up from the smallest suitable one. */
export class TableCache {
  readonly roller: Roller
  readonly ground: ClassTable
  /** By size, the least first; the ground is not among them. */
  private readonly tables: ClassTable[] = []
  /** The same in the order of their creation. */
  private readonly age: ClassTable[] = []
  private readonly most: number
  private cells = 0

  /**
   * @param ground - The classes of the file.
   * @param isTraced - True if tables keep a reference to their source.
   */
  constructor(
    ground: Ground,
    private readonly isTraced: boolean,
  ) {
    this.roller = new Roller(ground)
    this.ground = groundTable(ground)
    this.most = Math.max(CELLS, GROUNDS * cellsOf(this.ground))
  }

  /**
   * Returns the table of a node, rolled up from the smallest known table below it.
   *
   * @param node - The level of each key.
   * @returns Its classes.
   */
  table(node: ArrayLike<number>): ClassTable {
    const source = this.tables.find((table) => isBelow(table.node, node)) ?? this.ground
    const table = this.roller.table(source, node, this.isTraced)
    // A table hardly smaller than its source is not worth keeping.
    if (table.size < 0.9 * source.size) this.keep(table)
    return table
  }

  private keep(table: ClassTable): void {
    let low = 0
    let high = this.tables.length
    while (low < high) {
      const middle = (low + high) >>> 1
      if (this.tables[middle].size <= table.size) low = middle + 1
      else high = middle
    }
    this.tables.splice(low, 0, table)
    this.age.push(table)
    this.cells += cellsOf(table)
    while (this.age.length > TABLES || (this.cells > this.most && this.age.length > 1)) {
      const [oldest] = this.age.splice(0, 1)
      this.tables.splice(this.tables.indexOf(oldest), 1)
      this.cells -= cellsOf(oldest)
    }
  }
}

function cellsOf({ size, histograms }: ClassTable): number {
  return histograms.reduce((sum, { values }) => sum + values.length, size)
}

function isBelow(low: Uint8Array, high: ArrayLike<number>): boolean {
  for (let j = 0; j < low.length; j++) if (low[j] > high[j]) return false
  return true
}
