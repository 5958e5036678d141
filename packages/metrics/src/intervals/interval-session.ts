import { constantOf, sortedValues } from '@sdc/stats'
import { numericValues, unknownColumn, type MeasureInput, type MetricSession } from '@sdc/core'
import { intervalCells, type IntervalCells } from './interval-cells.js'
import type { IntervalMode } from './interval-shares.js'

/** After so many accepted exchanges the sum of the cells is taken anew, so that rounding does not add up. */
const EXCHANGES = 1 << 16

/**
 * The value of `risk/interval-disclosure` with truth: identity under changes of one column.
 *
 * ID = 100 · Σ cells / (W · used), where a cell is the number of the W widths whose interval holds the original value. Where two
 * records exchange their values, the column's values stay what they are, and so do the ranks and the standard deviation that
 * the intervals are of: two cells change, and nothing is allocated. Any other change makes the cells of its column anew.
 *
 * Cost: O(np log n) to begin with; O(1) a proposed exchange, O(W) where the value is tied or the mode is sd or relative;
 * O(n log n) any other proposal. The value is that of `measure` to 1e-9; NaN where that is null.
 *
 * @param input - The files; `origin` says which original record each masked record has its cells from.
 * @param widths - The W widths in percent.
 * @param never - Whether no change gives the file a value.
 * @throws UNKNOWN_COLUMN at a proposal for a column that is not measured
 */
export function intervalSession(
  input: MeasureInput<{ readonly mode: IntervalMode }>,
  widths: readonly number[],
  never: boolean,
): MetricSession {
  const { origin, masked, params } = input
  const columns = new Map<string, IntervalCells | undefined>(
    input.columns.map((name) => {
      const all = numericValues(input.original, name)
      if (constantOf(all) !== undefined) return [name, undefined]
      const x = Float64Array.from(origin, (i) => (i < 0 ? Number.NaN : all[i]))
      const ofOriginal = params.mode === 'rank-original' ? sortedValues(all) : undefined
      return [name, intervalCells(x, numericValues(masked, name).slice(), params.mode, widths, ofOriginal)]
    }),
  )
  /** By record the number of its cells that are there. */
  const present = new Int32Array(masked.rows)
  for (const cells of columns.values()) {
    if (cells) for (let i = 0; i < masked.rows; i++) if (cells.hits[i] === cells.hits[i]) present[i]++
  }
  let comparable = present.reduce((count, cells) => count + (cells > 0 ? 1 : 0), 0)
  let used = present.reduce((sum, cells) => sum + cells, 0)
  let total = 0
  let accepted = 0
  const sumAnew = (): void => {
    total = 0
    for (const cells of columns.values()) {
      if (cells) for (let i = 0; i < masked.rows; i++) if (cells.hits[i] === cells.hits[i]) total += cells.hits[i]
    }
    accepted = 0
  }
  sumAnew()

  // The last proposal: of an exchange the two records and what their cells become, of any other change the whole column.
  let open: 'nothing' | 'exchange' | 'column' = 'nothing'
  let column = ''
  let changed: IntervalCells | undefined
  let [a, b] = [0, 0]
  let [hitsA, hitsB] = [0, 0]
  let [nextTotal, nextUsed, nextComparable] = [0, 0, 0]

  const valueOf = (sum: number, cells: number, records: number): number =>
    never || records < 2 ? Number.NaN : (100 * sum) / (widths.length * cells)

  /** What becomes of the sums when the cell of a record does. */
  const replace = (record: number, before: number, after: number): void => {
    const was = before === before
    const is = after === after
    nextTotal += (is ? after : 0) - (was ? before : 0)
    if (was === is) return
    nextUsed += is ? 1 : -1
    if (present[record] === (was ? 1 : 0)) nextComparable += is ? 1 : -1
  }

  return {
    stepwise: true,
    get value() {
      return valueOf(total, used, comparable)
    },
    propose(name, records, values) {
      const cells = columns.get(name)
      if (!cells && !columns.has(name)) throw unknownColumn(name, input.columns)
      ;[nextTotal, nextUsed, nextComparable] = [total, used, comparable]
      open = 'nothing'
      column = name
      if (cells && isExchange(cells.values, records, values)) {
        open = 'exchange'
        a = records[0]
        b = records[1]
        hitsA = cells.of(a, b)
        hitsB = cells.of(b, a)
        replace(a, cells.hits[a], hitsA)
        replace(b, cells.hits[b], hitsB)
      } else if (cells) {
        open = 'column'
        changed = cells.changed(records, values)
        for (let i = 0; i < masked.rows; i++) replace(i, cells.hits[i], changed.hits[i])
      }
      return valueOf(nextTotal, nextUsed, nextComparable)
    },
    accept() {
      const cells = columns.get(column)
      if (open === 'nothing' || !cells) return
      if (open === 'exchange') {
        present[a] += (hitsA === hitsA ? 1 : 0) - (cells.hits[a] === cells.hits[a] ? 1 : 0)
        present[b] += (hitsB === hitsB ? 1 : 0) - (cells.hits[b] === cells.hits[b] ? 1 : 0)
        cells.exchange(a, b, hitsA, hitsB)
      } else if (changed) {
        for (let i = 0; i < masked.rows; i++)
          present[i] += (changed.hits[i] === changed.hits[i] ? 1 : 0) - (cells.hits[i] === cells.hits[i] ? 1 : 0)
        columns.set(column, changed)
      }
      total = nextTotal
      used = nextUsed
      comparable = nextComparable
      open = 'nothing'
      changed = undefined
      if (++accepted > EXCHANGES) sumAnew()
    },
  }
}

/** Whether two records exchange their values, and nothing else changes. */
function isExchange(now: Float64Array, records: Int32Array, values: ArrayLike<number>): boolean {
  return (
    records.length === 2 &&
    records[0] !== records[1] &&
    Object.is(now[records[0]], values[1]) &&
    Object.is(now[records[1]], values[0])
  )
}
