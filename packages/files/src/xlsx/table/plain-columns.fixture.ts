import { kindAt } from '../../dictionary/missing-kinds.js'
import type { StatTable } from '../../dictionary/stat-table.js'

/** The columns of a table by their names, as plain values; null is system-missing, another kind is `{ missing }`. */
export function plainColumns({ columns }: StatTable): Record<string, unknown[]> {
  return Object.fromEntries(
    columns.map(({ name, cells }) => {
      const missing = (record: number): unknown => {
        const kind = kindAt(cells.missing, record)
        return kind === '' ? null : { missing: kind }
      }
      return [
        name,
        cells.kind === 'numbers'
          ? Array.from(cells.values, (value, i) => (Number.isNaN(value) ? missing(i) : value))
          : Array.from(cells.codes, (code, i) => (code < 0 ? missing(i) : cells.levels[code])),
      ]
    }),
  )
}
