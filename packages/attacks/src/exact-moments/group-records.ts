import { isMissing, SdcError, type Dataset } from '@sdc/core'

/** Records of one group of the released file, known and unknown to the intruder. */
export interface GroupRecords {
  readonly label: string
  /** All its records in the released file. */
  readonly released: Int32Array
  /** Its records in the file of known records. */
  readonly known: Int32Array
  /** Released records unknown to the intruder, those with equal given values adjacent. */
  readonly unknown: Int32Array
  /** One number per unknown record, ascending; equal for equal given values. */
  readonly classes: Int32Array
}

/**
 * Forms groups by the columns `by`. A known record removes from its group a released one with its given values. If
 * several have them, any choice gives the same sums.
 *
 * @param released - Released file.
 * @param known - Records that the intruder knows.
 * @param by - Columns that form the groups.
 * @param given - Columns that distinguish records of a group.
 * @returns The groups.
 * @throws WRONG_INPUT for a known record that matches no released one.
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
 * Returns the rows of every combination of values, by the values as JSON; one group without columns.
 *
 * @param data - File.
 * @param names - Columns whose values are combined.
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
 * Returns the values of a record in selected columns as JSON.
 *
 * @param data - File.
 * @param names - Columns.
 * @param row - Record.
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
  const message = `known record ${row + 1} matches no record in the released file: none is ${columns}`
  return new SdcError('WRONG_INPUT', message, { row: row + 1 }, 'Give records of the released file, each once.')
}
