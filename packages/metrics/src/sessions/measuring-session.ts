import {
  unknownColumn,
  withColumns,
  type Column,
  type MeasureInput,
  type Measurement,
  type MetricSession,
} from '@sdc/core'

/**
 * Returns a session for a metric without fast updates: every proposal measures the whole file, so the session is not
 * `stepwise`.
 *
 * Cost: that of `measure` a proposal.
 *
 * @param input - Input of `measure`.
 * @param measure - The metric.
 * @returns A session with the value of `measure`, NaN if that is null.
 * @throws UNKNOWN_COLUMN for a proposal on a column that is not measured.
 */
export function measuringSession<P>(
  input: MeasureInput<P>,
  measure: (input: MeasureInput<P>) => Measurement,
): MetricSession {
  const valueOf = (masked: MeasureInput<P>['masked']): number => measure({ ...input, masked }).value ?? Number.NaN
  let state = { masked: input.masked, value: valueOf(input.masked) }
  let next = state
  return {
    get value() {
      return state.value
    },
    propose(name, records, values) {
      if (!input.columns.includes(name)) throw unknownColumn(name, input.columns)
      const column = changedColumn(state.masked.column(name), records, values)
      const masked = withColumns(state.masked, new Map([[name, column]]))
      next = { masked, value: valueOf(masked) }
      return next.value
    },
    accept() {
      state = next
    },
  }
}

function changedColumn(column: Column, records: Int32Array, values: ArrayLike<number>): Column {
  if (column.kind === 'numeric') return { ...column, values: withValues(column.values.slice(), records, values) }
  return { ...column, codes: withValues(column.codes.slice(), records, values) }
}

function withValues<T extends Float64Array | Int32Array>(held: T, records: Int32Array, values: ArrayLike<number>): T {
  for (let r = 0; r < records.length; r++) held[records[r]] = values[r]
  return held
}
