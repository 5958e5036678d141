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
 * @param released the released file
 * @param known the records that the intruder knows
 * @param by the columns that form the groups
 * @param given the columns that tell records of a group apart
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
    const alike = byKeyOf(released, given, rows)
    const own = knownGroups.get(label) ?? []
    for (const row of own) {
      const taken = known && alike.get(keyOf(known, given, row))?.pop()
      if (taken === undefined) throw stranger(row, [...by, ...given])
    }
    const left = [...alike].sort(([a], [b]) => compare(a, b)).map(([, members]) => members)
    return {
      label,
      released: Int32Array.from(rows),
      known: Int32Array.from(own),
      unknown: Int32Array.from(left.flat()),
      classes: Int32Array.from(left.flatMap((members, at) => members.map(() => at))),
    }
  })
}

/**
 * The rows of every combination of values, by the values as JSON; one group without columns.
 *
 * @param data the file
 * @param names the columns whose values are combined
 */
export function byKey(data: Dataset, names: readonly string[]): Map<string, number[]> {
  return byKeyOf(
    data,
    names,
    Array.from({ length: data.rows }, (_, i) => i),
  )
}

function byKeyOf(data: Dataset, names: readonly string[], rows: readonly number[]): Map<string, number[]> {
  const groups = new Map<string, number[]>()
  for (const row of rows) {
    const key = keyOf(data, names, row)
    const members = groups.get(key)
    if (members) members.push(row)
    else groups.set(key, [row])
  }
  return groups
}

/**
 * The values of a record in some columns as JSON.
 *
 * @param data the file
 * @param names the columns
 * @param row the record
 */
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
