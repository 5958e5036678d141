import { runningSum } from './running-sum.js'

/**
 * Mean of the cells of records, and number of records with a cell, under changes of a few cells.
 *
 * A proposal starts with `begin`, names the changed cells by `replace`, each record at most once, and `accept` makes it
 * the state; an absent cell is NaN. Nothing is allocated.
 */
export interface CellMean {
  /** Σ cells, as proposed. */
  readonly sum: number
  /** Number of cells, as proposed. */
  readonly used: number
  /** Number of records with at least one, as proposed. */
  readonly comparable: number
  begin(): void
  replace(record: number, before: number, after: number): void
  accept(): void
}

/**
 * Sums the cells of a file.
 *
 * @param rows - Number of records.
 * @param columns - Cells of each column by record, NaN for none.
 * @returns The sums of these cells.
 */
export function cellMean(rows: number, columns: Iterable<Float64Array>): CellMean {
  const total = runningSum()
  /** Number of cells of each record. */
  const present = new Int32Array(rows)
  let counted = 0
  for (const cells of columns) {
    for (let i = 0; i < rows; i++) {
      if (cells[i] !== cells[i]) continue
      total.add(cells[i])
      present[i]++
      counted++
    }
  }
  let records = present.reduce((count, cells) => count + (cells > 0 ? 1 : 0), 0)
  // Records that gain a cell by the proposal, those that lose one as −1 − record, and the gain and loss of the sum.
  const moved = new Int32Array(rows)
  let moves = 0
  let entering = 0
  let leaving = 0
  let [used, comparable] = [counted, records]
  return {
    get sum() {
      return total.value + (entering - leaving)
    },
    get used() {
      return used
    },
    get comparable() {
      return comparable
    },
    begin() {
      moves = 0
      entering = 0
      leaving = 0
      used = counted
      comparable = records
    },
    replace(record, before, after) {
      const was = before === before
      const is = after === after
      if (is) entering += after
      if (was) leaving += before
      if (was === is) return
      moved[moves++] = is ? record : -1 - record
      used += is ? 1 : -1
      if (present[record] === (was ? 1 : 0)) comparable += is ? 1 : -1
    },
    accept() {
      for (let m = 0; m < moves; m++) {
        if (moved[m] >= 0) present[moved[m]]++
        else present[-1 - moved[m]]--
      }
      total.add(entering)
      total.add(-leaving)
      counted = used
      records = comparable
      moves = 0
      entering = 0
      leaving = 0
    },
  }
}
