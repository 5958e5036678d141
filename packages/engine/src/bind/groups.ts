import { isMissing, type Dataset } from '@sdc/core'
import { sorted } from './columns.js'
import { numbersUpTo } from './in-place.js'

/** Letters of a value in the name of a group. */
const LONGEST_VALUE = 40

/** The values that tell some groups from the others: for each of them one of every column, null where it is missing. */
export interface Strata {
  readonly columns: readonly string[]
  readonly values: readonly (readonly (string | number | null)[])[]
}

/** A group of records: what it is called, what tells it from every other, and its positions in ascending order. */
export interface Group {
  /** For people: `region=north, sex=1`. */
  readonly label: string
  /** Names and values as JSON: two groups never share it, whatever their values are. */
  readonly key: string
  readonly rows: Int32Array
  /** The values that it is formed by; several lists where small groups were put together, none where it is the whole file. */
  readonly strata?: Strata
}

/**
 * The groups that some columns form, sorted by key; a missing value is a group of its own.
 * Without columns there is one group of all records, with an empty label and key.
 */
export function groupsOf(data: Dataset, by: readonly string[]): Group[] {
  if (by.length === 0) return [{ label: '', key: '', rows: numbersUpTo(data.rows) }]
  const names = sorted(by)
  const columns = names.map((name) => data.column(name))
  // Column after column, the number of the group so far; as text each group is written once, not each record.
  const ids = new Int32Array(data.rows)
  let sizes: number[] = []
  for (const column of columns) {
    const { values } = column.kind === 'numeric' ? column : { values: column.codes }
    const known: Map<number, number>[] = []
    sizes = []
    for (let i = 0; i < ids.length; i++) {
      const own = (known[ids[i]] ??= new Map<number, number>())
      // JSON has no infinite values: they are null there, as what is missing.
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
      // 0 and −0 are one group, which is called 0.
      return Number.isFinite(value) ? value || 0 : null
    })
    const label = names
      .map((name, j) => (values[j] === null ? `${name} missing` : `${name}=${shortened(values[j])}`))
      .join(', ')
    return { label, key: JSON.stringify([names, values]), rows: own, strata: { columns: names, values: [values] } }
  })
  return groups.sort((a, b) => (a.key < b.key ? -1 : 1))
}

/** A value for messages: free text may be as long as a letter. */
function shortened(value: string | number | null): string {
  const text = String(value)
  return text.length <= LONGEST_VALUE ? text : `${text.slice(0, LONGEST_VALUE - 1)}…`
}
