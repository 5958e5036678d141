import { isMissing, type Dataset } from '@sdc/core'
import { sorted } from '../bind/columns.js'
import { numbersUpTo } from './in-place.js'

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
  const members = new Map<string, number[]>()
  for (let i = 0; i < data.rows; i++) {
    const values = columns.map((column) => {
      if (isMissing(column, i)) return null
      return column.kind === 'numeric' ? column.values[i] : column.levels[column.codes[i]]
    })
    const key = JSON.stringify(values)
    const rows = members.get(key)
    if (rows) rows.push(i)
    else members.set(key, [i])
  }
  return sorted([...members.keys()]).map((key) => {
    const values = JSON.parse(key) as readonly (string | number | null)[]
    const label = names.map((name, j) => (values[j] === null ? `${name} missing` : `${name}=${values[j]}`)).join(', ')
    const rows = Int32Array.from(members.get(key) ?? [])
    return { label, key: JSON.stringify([names, values]), rows, strata: { columns: names, values: [values] } }
  })
}
