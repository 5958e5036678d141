import { constantOf, sortedValues } from '@sdc/stats'
import { numericValues, unknownColumn, type MeasureInput, type MetricSession } from '@sdc/core'
import { knownPairs, tooFewPairs } from '@sdc/toolkit'
import { cellMean } from '../sessions/cell-mean.js'
import { isExchange } from '../sessions/is-exchange.js'
import { intervalCells, type IntervalCells } from './interval-cells.js'
import type { IntervalMode } from './interval-shares.js'
import { whyNoValue } from './read-intervals.js'

/**
 * Updates `risk/interval-disclosure` with truth: identity under changes of one column.
 *
 * ID = 100 · Σ cells / (W · used), where a cell is the number of the W widths whose interval contains the original
 * value. If two records exchange their values, the column's values remain the same, and so do the ranks and the
 * standard deviation of the intervals. Two cells change, and nothing is allocated. Any other change recomputes the
 * cells of its column.
 *
 * Cost: O(np log n) at the start; O(1) a proposed exchange, O(W) if the value is tied or the mode is sd or relative;
 * O(n log n) any other proposal. The value is that of `measure` to 1e-9; NaN if that is null.
 *
 * @param input - The files; `origin` gives the original record of each masked record.
 * @param widths - The W widths in percent.
 * @throws UNKNOWN_COLUMN for a proposal on a column that is not measured.
 */
export function intervalSession(
  input: MeasureInput<{ readonly mode: IntervalMode }>,
  widths: readonly number[],
): MetricSession {
  const { origin, masked, params } = input
  const tooFew = tooFewPairs(knownPairs(origin).masked.length, origin, true)
  // No change of values gives such a file a value.
  const never = whyNoValue(tooFew, masked.rows, params.mode) !== undefined
  const columns = new Map<string, IntervalCells | undefined>(
    input.columns.map((name) => {
      const all = numericValues(input.original, name)
      if (constantOf(all) !== undefined) return [name, undefined]
      const x = Float64Array.from(origin, (i) => (i < 0 ? Number.NaN : all[i]))
      const ofOriginal = params.mode === 'rank-original' ? sortedValues(all) : undefined
      return [name, intervalCells(x, numericValues(masked, name).slice(), params.mode, widths, ofOriginal)]
    }),
  )
  const cellsOf = [...columns.values()].flatMap((cells) => (cells ? [cells.hits] : []))
  const mean = cellMean(masked.rows, cellsOf)
  // Last proposal: for an exchange the two records and their new cells, for any other change the whole column.
  let open: 'nothing' | 'exchange' | 'column' = 'nothing'
  let column = ''
  let changed: IntervalCells | undefined
  let [a, b] = [0, 0]
  let [hitsA, hitsB] = [0, 0]

  const valueNow = (): number =>
    never || mean.comparable < 2 ? Number.NaN : (100 * mean.sum) / (widths.length * mean.used)
  let value = valueNow()

  return {
    stepwise: true,
    get value() {
      return value
    },
    propose(name, records, values) {
      const cells = columns.get(name)
      if (!cells && !columns.has(name)) throw unknownColumn(name, input.columns)
      mean.begin()
      open = 'nothing'
      column = name
      if (cells && isExchange(cells.values, records, values)) {
        open = 'exchange'
        a = records[0]
        b = records[1]
        hitsA = cells.of(a, b)
        hitsB = cells.of(b, a)
        mean.replace(a, cells.hits[a], hitsA)
        mean.replace(b, cells.hits[b], hitsB)
      } else if (cells) {
        open = 'column'
        changed = cells.changed(records, values)
        for (let i = 0; i < masked.rows; i++) mean.replace(i, cells.hits[i], changed.hits[i])
      }
      return valueNow()
    },
    accept() {
      const cells = columns.get(column)
      if (open === 'nothing' || !cells) return
      if (open === 'exchange') cells.exchange(a, b, hitsA, hitsB)
      else if (changed) columns.set(column, changed)
      mean.accept()
      value = valueNow()
      open = 'nothing'
      changed = undefined
    },
  }
}
