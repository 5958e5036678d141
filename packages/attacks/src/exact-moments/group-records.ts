import { isMissing, SdcError, type Dataset } from '@sdc/core'

/** The records of one group of the released file, and those of them that the intruder knows. */
export interface GroupRecords {
  readonly label: string
  /** All its records in the released file. */
  readonly released: Int32Array
  /** Those of the file of known records. */
  readonly known: Int32Array
  /** Released records that are nobody's the intruder knows, those with equal given values side by side. */
  readonly unknown: Int32Array
  /** For each unknown record a number, ascending, that is the same where the given values are. */
  readonly classes: Int32Array
}

/**
 * The groups that the columns `by` form. A known record takes a released one with its given values out of its group:
 * which one, where several have them, makes no difference to any sum.
 *
 * @throws WRONG_INPUT for a known record that no released one can be
 */
export function groupRecords(
  released: Dataset,
  known: Dataset | undefined,
  by: readonly string[],
  given: readonly string[],
): GroupRecords[] {
  const groups = byKey(released, by)
  const knownGroups = known ? byKey(known, by) : new Map<string, number[]>()
  for (const [key, [first]] of knownGroups) if (!groups.has(key)) throw stranger(first, by)
  return [...groups].map(([label, rows]) => {
    const keys = new Map(rows.map((row) => [row, keyOf(released, given, row)]))
    const left = [...rows].sort((a, b) => compare(keys.get(a) ?? '', keys.get(b) ?? '') || a - b)
    const own = knownGroups.get(label) ?? []
    for (const row of own) {
      const key = known ? keyOf(known, given, row) : ''
      const at = left.findIndex((one) => keys.get(one) === key)
      if (at < 0) throw stranger(row, [...by, ...given])
      left.splice(at, 1)
    }
    const classes = new Int32Array(left.length)
    for (let i = 1; i < left.length; i++)
      classes[i] = classes[i - 1] + Number(keys.get(left[i]) !== keys.get(left[i - 1]))
    return {
      label,
      released: Int32Array.from(rows),
      known: Int32Array.from(own),
      unknown: Int32Array.from(left),
      classes,
    }
  })
}

/** The rows of every combination of values, by the values as JSON; one group without columns. */
export function byKey(data: Dataset, names: readonly string[]): Map<string, number[]> {
  const groups = new Map<string, number[]>()
  for (let i = 0; i < data.rows; i++) {
    const key = keyOf(data, names, i)
    const rows = groups.get(key)
    if (rows) rows.push(i)
    else groups.set(key, [i])
  }
  return groups
}

/** The values of a record in some columns as JSON. */
export function keyOf(data: Dataset, names: readonly string[], row: number): string {
  const values = names.map((name) => {
    const column = data.column(name)
    if (isMissing(column, row)) return null
    return column.kind === 'numeric' ? column.values[row] : column.levels[column.codes[row]]
  })
  return JSON.stringify(values)
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0
}

function stranger(row: number, names: readonly string[]): SdcError {
  const columns = names.length > 0 ? `with its ${names.join(', ')}` : 'left over'
  const message = `record ${row + 1} of the known ones is nobody's in the released file: there is none ${columns}`
  return new SdcError('WRONG_INPUT', message, { row: row + 1 }, 'Give records of the released file, each once.')
}
