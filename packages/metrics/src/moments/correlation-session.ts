import { numericValues, unknownColumn, type MeasureInput, type MetricSession } from '@sdc/core'
import { constantOf, correlate, mean, pearson } from '@sdc/stats'
import { squarablePower, timesPower } from '@sdc/stats/internal'
import { correlatedColumns } from './correlation-change.js'
import { changedSums, correlationOf, exchanged, noPairs, pairSums, type PairSums } from './pair-sums.js'

/** Number of changed records after which the sums are computed again, so that rounding does not add up. */
const CHANGES = 4096

/** State after a proposal. */
interface Proposal {
  readonly column: number
  readonly records: Int32Array
  readonly values: Float64Array
  /** Sums by the other column of the pair. */
  readonly sums: readonly PairSums[]
  readonly correlations: readonly number[]
  readonly value: number
  /** True if a sum has lost digits, or may have. */
  readonly stale: boolean
}

/**
 * Updates `loss/correlation` under changes of few records of one column.
 *
 * The correlation of two columns follows from six sums over their complete pairs about fixed centres (`pairSums`). A
 * change of m records of a column changes the sums of its p pairs by m terms each. If digits would be lost (a column
 * that is nearly constant, or has moved far from its centre), the correlation is computed from the values, and the sums
 * are renewed.
 *
 * Cost: O(np²) at the start, O(mp + p²) a proposal. The value is that of `measure` to 1e-12; NaN if that is null.
 * Throws UNKNOWN_COLUMN for a proposal on a column that is not measured.
 */
export function correlationSession(input: MeasureInput<unknown>): MetricSession {
  const { used, names } = correlatedColumns(input, 'pearson')
  const p = names.length
  const target = correlate(
    names.map((name) => numericValues(input.original, name)),
    'pearson',
  )
  // A correlation has no unit: values are scaled so that their squares are doubles.
  const powers = names.map((name) =>
    squarablePower(numericValues(input.original, name), numericValues(input.masked, name)),
  )
  const columns = names.map((name, j) => timesPower(numericValues(input.masked, name).slice(), powers[j]))
  const centres = new Float64Array(p)
  // Sums of column j with column k at [j][k], in both orders.
  let sums: PairSums[][] = []
  let correlations: number[][] = []
  let changed = 0
  let pending: Proposal | undefined

  const begin = (): void => {
    columns.forEach((column, j) => (centres[j] = mean(column)))
    sums = columns.map((x, j) => columns.map((y, k) => (j === k ? noPairs : pairSums(x, y, centres[j], centres[k]))))
    correlations = columns.map((x, j) =>
      columns.map((y, k) => (j === k ? 1 : (correlationOf(sums[j][k]) ?? correlationNow(x, y)))),
    )
    changed = 0
  }
  const lossOf = (of: (j: number, k: number) => number): number => {
    let total = 0
    let pairs = 0
    for (let j = 0; j < p; j++) {
      for (let k = Math.max(j + 1, used.length); k < p; k++) {
        const change = Math.abs(of(j, k) - target.get(j, k))
        if (change !== change) continue
        total += change
        pairs++
      }
    }
    return total / pairs
  }

  begin()
  let value = lossOf((j, k) => correlations[j][k])

  return {
    stepwise: true,
    get value() {
      return value
    },
    propose(name, records, given) {
      if (!input.columns.includes(name)) throw unknownColumn(name, input.columns)
      const c = names.indexOf(name)
      const x = columns[c]
      const values = timesPower(Float64Array.from(given), powers[c])
      let proposed: Float64Array | undefined
      let stale = false
      const next = columns.map((y, k) =>
        k === c ? noPairs : changedSums(sums[c][k], x, y, centres[c], centres[k], records, values),
      )
      const own = columns.map((y, k) => {
        if (k === c) return 1
        const r = correlationOf(next[k])
        if (r !== undefined) return r
        stale = true
        proposed ??= changedColumn(x, records, values)
        return correlationNow(proposed, y)
      })
      const loss = lossOf((j, k) => (j === c ? own[k] : k === c ? own[j] : correlations[j][k]))
      pending = { column: c, records: records.slice(), values, sums: next, correlations: own, value: loss, stale }
      return loss
    },
    accept() {
      if (!pending) return
      const { column: c, records } = pending
      for (let r = 0; r < records.length; r++) columns[c][records[r]] = pending.values[r]
      changed += records.length
      if (pending.stale || changed > CHANGES) {
        begin()
        value = lossOf((j, k) => correlations[j][k])
      } else {
        pending.sums.forEach((one, k) => {
          if (k === c) return
          sums[c][k] = one
          sums[k][c] = exchanged(one)
          correlations[c][k] = correlations[k][c] = pending?.correlations[k] ?? Number.NaN
        })
        value = pending.value
      }
      pending = undefined
    },
  }
}

function changedColumn(x: Float64Array, records: Int32Array, values: Float64Array): Float64Array {
  const changed = x.slice()
  for (let r = 0; r < records.length; r++) changed[records[r]] = values[r]
  return changed
}

/** Computes the correlation from the values; NaN if one column is constant among the complete pairs. */
function correlationNow(x: Float64Array, y: Float64Array): number {
  return constantOf(x) === undefined && constantOf(y) === undefined ? pearson(x, y) : Number.NaN
}
