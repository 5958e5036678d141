import { isMissing, type Dataset } from '@sdc/core'
import { sorted } from './columns.js'
import { numbersUpTo } from './in-place.js'

/** Most characters of a value in the name of a group. */
const LONGEST_VALUE = 40

/** Values that define groups: one list per combination, with a value for each column, null if it is missing. */
export interface Strata {
  readonly columns: readonly string[]
  readonly values: readonly (readonly (string | number | null)[])[]
}

/** A group of records: its name, its unique key, and its positions in ascending order. */
export interface Group {
  /** Name for readers: `region=north, sex=1`. */
  readonly label: string
  /** Column names and values as JSON, unique to the group. */
  readonly key: string
  readonly rows: Int32Array
  /** Values that define the group; several lists if small groups were pooled, absent for the whole file. */
  readonly strata?: Strata
}

/**
 * Groups the records of a file by the values of some columns; a missing value forms a group of its own.
 *
 * @param data - The file.
 * @param by - Columns to group by. Without columns there is one group of all records, with an empty label and key.
 * @returns The groups, sorted by key.
 */
export function groupsOf(data: Dataset, by: readonly string[]): Group[] {
  if (by.length === 0) return [{ label: '', key: '', rows: numbersUpTo(data.rows) }]
  const names = sorted(by)
  const columns = names.map((name) => data.column(name))
  // Number of the group so far, column after column: the text of each group is written once, not for each record.
  const ids = new Int32Array(data.rows)
  let sizes: number[] = []
  for (const column of columns) {
    const { values } = column.kind === 'numeric' ? column : { values: column.codes }
    const known: Map<number, number>[] = []
    sizes = []
    for (let i = 0; i < ids.length; i++) {
      const own = (known[ids[i]] ??= new Map<number, number>())
      // JSON has no infinite values: they become null, like missing ones.
      const value = Number.isFinite(values[i]) ? values[i] : Number.NaN
      let id = own.get(value)
      if (id === undefined) own.set(value, (id = sizes.push(0) - 1))
      sizes[id]++
      ids[i] = id
    }
  }
  const rows = sizes.map((size) => new Int32Array(size))
  for (let i = ids.length - 1; i >= 0; i--) rows[ids[i]][--sizes[ids[i]]] = i
  const groups = rows.map((own): Group => {
    const values = columns.map((column) => {
      if (isMissing(column, own[0])) return null
      if (column.kind === 'categorical') return column.levels[column.codes[own[0]]]
      const value = column.values[own[0]]
      // 0 and −0 are one group, named 0.
      return Number.isFinite(value) ? value || 0 : null
    })
    const label = names
      .map((name, j) => (values[j] === null ? `${name} missing` : `${name}=${shortened(values[j])}`))
      .join(', ')
    return { label, key: JSON.stringify([names, values]), rows: own, strata: { columns: names, values: [values] } }
  })
  return groups.sort((a, b) => (a.key < b.key ? -1 : 1))
}

/** Value for messages, shortened: free text can be long. */
function shortened(value: string | number | null): string {
  const text = String(value)
  return text.length <= LONGEST_VALUE ? text : `${text.slice(0, LONGEST_VALUE - 1)}…`
}
