import { isMissing, type Dataset } from '@sdc/core'

/** A group of records: its label, and their positions in ascending order. */
export interface Group {
  readonly label: string
  readonly rows: Int32Array
}

/**
 * The groups that some columns form, sorted by label: `region=north, sex=1`; a missing value is a group of its own.
 * Without columns there is one group of all records, with an empty label.
 */
export function groupsOf(data: Dataset, by: readonly string[]): Group[] {
  if (by.length === 0) return [{ label: '', rows: Int32Array.from({ length: data.rows }, (_, i) => i) }]
  const names = [...by].sort()
  const columns = names.map((name) => data.column(name))
  const members = new Map<string, number[]>()
  for (let i = 0; i < data.rows; i++) {
    const label = columns
      .map((column, j) => {
        if (isMissing(column, i)) return `${names[j]} missing`
        return `${names[j]}=${column.kind === 'numeric' ? column.values[i] : column.levels[column.codes[i]]}`
      })
      .join(', ')
    const rows = members.get(label)
    if (rows) rows.push(i)
    else members.set(label, [i])
  }
  const labels = [...members.keys()].sort((a, b) => (a < b ? -1 : 1))
  return labels.map((label) => ({ label, rows: Int32Array.from(members.get(label) ?? []) }))
}
