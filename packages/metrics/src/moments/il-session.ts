import { numericValues, unknownColumn, type MeasureInput, type MetricSession } from '@sdc/core'
import { knownPairs, tooFewPairs } from '@sdc/toolkit'
import { timesPower } from '@sdc/stats/internal'
import { cellMean } from '../sessions/cell-mean.js'
import { isExchange } from '../sessions/is-exchange.js'
import { momentSession } from './moment-session.js'
import { originalMoments } from './original-moments.js'

/**
 * Updates `loss/il-score` with truth: identity under changes of one column.
 *
 * If two records exchange their values of a column, IL1 changes in two cells, IL2 and IL4 not at all, and IL3 and IL5
 * in the p − 1 pairs of the column (`momentSession`). Any other change recomputes the cells and the moments of its
 * column.
 *
 * Cost: O(np²) at the start; O(p) a proposed exchange, O(n) for a pair of columns that a missing value moves far from
 * its centre; O(np) any other proposal. The value is that of `measure` to 1e-9, unless a mean or a covariance of the
 * original is 0 except for rounding, by which both divide; NaN if that is null.
 *
 * @param input - Input of `measure`.
 * @throws UNKNOWN_COLUMN for a proposal on a column that is not measured.
 */
export function ilSession(input: MeasureInput<unknown>): MetricSession {
  const { columns: names, origin } = input
  const rows = input.masked.rows
  const original = names.map((name) => numericValues(input.original, name))
  const dated = names.map((name) => input.roles.times?.has(name) === true)
  const target = originalMoments(original, dated)
  const inUnit = (values: Float64Array, j: number): Float64Array => timesPower(values, target.powers[j])
  // Value of the original record for each masked one; NaN if unknown, or if it cannot be a divisor.
  const x = original.map((values, j) => {
    const own = Float64Array.from(origin, (i) =>
      i < 0 || (target.sizes[j] ?? values[i]) === 0 ? Number.NaN : values[i],
    )
    return inUnit(own, j)
  })
  const y = names.map((name, j) => inUnit(numericValues(input.masked, name).slice(), j))
  const never = tooFewPairs(knownPairs(origin).masked.length, origin, true) !== undefined

  const cellOf = (j: number, i: number, value: number): number =>
    Math.abs(value - x[j][i]) / (target.sizes[j] ?? Math.abs(x[j][i]))
  const cells: Float64Array[] = y.map((values, j) => values.map((value, i) => cellOf(j, i, value)))
  const il1 = cellMean(rows, cells)
  const moments = momentSession(y, target)
  const parts = target.correlations ? 5 : 4
  const valueNow = (): number =>
    never || il1.comparable < 2 ? Number.NaN : (100 * (il1.sum / il1.used + moments.sum)) / parts
  let value = valueNow()

  // Last proposal: for an exchange the two records and their new cells, for any other change the whole column.
  let open: 'nothing' | 'exchange' | 'column' = 'nothing'
  let column = 0
  let [a, b] = [0, 0]
  let [cellA, cellB] = [0, 0]
  let nextCells: Float64Array | undefined

  return {
    stepwise: true,
    get value() {
      return value
    },
    propose(name, records, given) {
      column = names.indexOf(name)
      if (column < 0) throw unknownColumn(name, names)
      const own = y[column]
      const held = cells[column]
      const values = target.powers[column] === 0 ? given : inUnit(Float64Array.from(given), column)
      il1.begin()
      if (isExchange(own, records, values)) {
        open = 'exchange'
        a = records[0]
        b = records[1]
        cellA = cellOf(column, a, own[b])
        cellB = cellOf(column, b, own[a])
        il1.replace(a, held[a], cellA)
        il1.replace(b, held[b], cellB)
        moments.proposeExchange(column, a, b)
      } else {
        open = 'column'
        const next = Float64Array.from(own)
        for (let r = 0; r < records.length; r++) next[records[r]] = values[r]
        nextCells = next.map((one, i) => cellOf(column, i, one))
        for (let i = 0; i < rows; i++) il1.replace(i, held[i], nextCells[i])
        moments.proposeColumn(column, next)
      }
      return valueNow()
    },
    accept() {
      if (open === 'nothing') return
      if (open === 'exchange') {
        cells[column][a] = cellA
        cells[column][b] = cellB
      } else if (nextCells) cells[column] = nextCells
      il1.accept()
      moments.accept()
      value = valueNow()
      open = 'nothing'
      nextCells = undefined
    },
  }
}
