import { countValues } from '@sdc/stats'
import { MARGIN, type NumberColumn } from './equation.js'

/** Number of records, evenly spread, in which equations are sought; they are confirmed in all records. */
const SAMPLE = 1500

/**
 * Returns records in which all columns have a value. If there are too few, the columns that are missing most often are
 * dropped.
 */
export function completeSample(
  columns: readonly NumberColumn[],
  records: number,
): { readonly used: readonly NumberColumn[]; readonly rows: Float64Array } {
  const missing = new Map(columns.map((one) => [one, one.values.length - countValues(one.values)]))
  let used = [...columns]
  while (used.length >= 2) {
    const rows = completeRows(used, records)
    if (rows.length >= used.length + MARGIN) return { used, rows }
    const ordered = [...used].sort((a, b) => (missing.get(a) ?? 0) - (missing.get(b) ?? 0))
    const most = missing.get(ordered[ordered.length - 1]) ?? 0
    const fewer = ordered.slice(0, most === 0 ? Math.floor(used.length / 2) : Math.floor((3 * used.length) / 4))
    used = columns.filter((one) => fewer.includes(one))
  }
  return { used: [], rows: new Float64Array(0) }
}

function completeRows(columns: readonly NumberColumn[], records: number): Float64Array {
  const complete = new Uint8Array(records).fill(1)
  for (const { values } of columns) for (let i = 0; i < records; i++) if (values[i] !== values[i]) complete[i] = 0
  const places = new Int32Array(records)
  let found = 0
  for (let i = 0; i < records; i++) if (complete[i] === 1) places[found++] = i
  const all = places.subarray(0, found)
  const count = Math.min(all.length, Math.max(SAMPLE, 3 * columns.length))
  return Float64Array.from({ length: count }, (_, r) => all[Math.floor((r * all.length) / count)])
}
