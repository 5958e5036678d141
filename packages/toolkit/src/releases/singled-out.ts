import type { Column, Dataset } from '@sdc/core'

/** A release with the person of each record. */
export interface PersonsRelease {
  readonly data: Dataset
  /** Person of each record; undefined for a record of an unknown person. */
  readonly persons: readonly (string | undefined)[]
}

/** Persons whom quasi-identifiers single out. */
export interface SingledOut {
  /** Number of persons in all releases. */
  readonly persons: number
  /** Number of persons with unique released quasi-identifiers, by release. */
  readonly each: readonly number[]
  /** Number of persons who are unique by the quasi-identifiers of all releases together. */
  readonly together: number
}

/**
 * Counts the persons whom the released quasi-identifiers of several linked releases single out, alone and together. The
 * quasi-identifiers of a person are those of all their records.
 *
 * @param releases - The releases, with the same names of persons.
 * @param keys - The quasi-identifiers, columns of all releases.
 * @returns The counts. Cost: O(n), and a sort of the records of each person.
 */
export function singledOut(releases: readonly PersonsRelease[], keys: readonly string[]): SingledOut {
  const tuples = releases.map((release) => tuplesOf(release, keys))
  const [first, ...others] = tuples
  const shared = [...first.keys()].filter((id) => others.every((one) => one.has(id)))
  const together = new Map(shared.map((id) => [id, JSON.stringify(tuples.map((one) => one.get(id)))]))
  return {
    persons: shared.length,
    each: tuples.map((one) => unique(one, shared)),
    together: unique(together, shared),
  }
}

/**
 * Returns the values of a column as texts.
 *
 * @param column - The column.
 * @returns One text a record; undefined if missing.
 */
export function textsOf(column: Column): (string | undefined)[] {
  if (column.kind === 'numeric')
    return Array.from(column.values, (value) => (Number.isNaN(value) ? undefined : String(value)))
  return Array.from(column.codes, (code) => (code < 0 ? undefined : column.levels[code]))
}

function tuplesOf({ data, persons }: PersonsRelease, keys: readonly string[]): ReadonlyMap<string, string> {
  const columns = keys.map((name) => textsOf(data.column(name)))
  const records = new Map<string, string[]>()
  persons.forEach((id, row) => {
    if (id === undefined) return
    const tuple = JSON.stringify(columns.map((values) => values[row] ?? null))
    const known = records.get(id)
    if (known) known.push(tuple)
    else records.set(id, [tuple])
  })
  return new Map([...records].map(([id, all]) => [id, JSON.stringify(all.sort())]))
}

/** Number of persons with a unique tuple. */
function unique(tuples: ReadonlyMap<string, string>, persons: readonly string[]): number {
  const counts = new Map<string, number>()
  for (const tuple of tuples.values()) counts.set(tuple, (counts.get(tuple) ?? 0) + 1)
  return persons.filter((id) => counts.get(tuples.get(id) ?? '') === 1).length
}
