import { oneOrMore, SdcError, takeColumn, withColumns, type Column, type Dataset, type Roles } from '@sdc/core'
import type { BoundPlan, RunResult } from '@sdc/engine'
import { combineColumns, singledOut, textsOf, type CombinedReleases, type SingledOut } from '@sdc/toolkit/internal'
import type { PreviousRelease } from './previous-release.js'

/** A masked column whose values in an earlier release are released again. */
export interface ReusedColumn {
  readonly column: string
  /** Number of records that keep their earlier masked value. */
  readonly records: number
  /** Knowledge from both maskings if the column were masked again; null if the two are not comparable. */
  readonly twice: CombinedReleases | null
}

/** Comparison of a release with an earlier one of the same persons. */
export interface Compared {
  readonly name: string
  /** Number of persons in the new file, and number of these in the earlier release. */
  readonly persons: number
  readonly known: number
  readonly reused: readonly ReusedColumn[]
  /** Masked columns of different kinds in the two releases. */
  readonly unlike: readonly string[]
  /**
   * Persons in both releases who are unique on their released quasi-identifiers, the earlier release first; undefined
   * without quasi-identifiers.
   */
  readonly singled?: SingledOut | undefined
}

/**
 * Releases the masked values of an earlier release again: two maskings of one value disclose more than one. This
 * applies to the columns of level `person`, for persons in the earlier release, and to all masked columns of records of
 * the same person and wave. A value that is missing in the earlier release is missing again.
 *
 * @param plan - The bound plan.
 * @param run - Its result.
 * @param previous - The earlier release.
 * @returns The run with those values, and the comparison.
 * @throws BAD_OPTION for synthetic records.
 */
export function reusePrevious(
  plan: BoundPlan,
  run: RunResult,
  previous: PreviousRelease,
): { readonly run: RunResult; readonly compared: Compared } {
  const { roles, original } = plan
  const { person = '' } = roles
  const [first] = run.files
  if (first.origin.some((row) => row < 0) || !first.data.names.includes(person)) {
    const message = `the records are new, so that ${previous.name} has no values of their persons`
    throw new SdcError('BAD_OPTION', message, {}, 'Leave out --previous.')
  }
  const persons = textsOf(first.data.column(person))
  const links = linksOf(persons, first.data, previous, roles)
  const columns = new Map<string, Column>()
  const reused: ReusedColumn[] = []
  const unlike: string[] = []
  for (const name of run.columns) {
    if (!first.data.names.includes(name) || !previous.data.names.includes(name) || name === person) continue
    const rows = isOfPersons(plan, name) ? links.byPerson(previous.data.column(name)) : links.byWave
    const records = rows.filter((row) => row >= 0).length
    if (records === 0) continue
    const [now, before] = [first.data.column(name), previous.data.column(name)]
    if (now.kind !== before.kind) {
      unlike.push(name)
      continue
    }
    const own = takeColumn(original.column(name), first.origin)
    const known = Int32Array.from(rows.keys()).filter((i) => rows[i] >= 0)
    const twice = combineColumns(
      takeColumn(own, known),
      [now, before].map((one, r) => takeColumn(one, r === 0 ? known : known.map((i) => rows[i]))),
    )
    reused.push({ column: name, records, twice })
    columns.set(name, withValues(now, before, rows))
  }
  const [file, ...others] = run.files
  const data = withColumns(file.data, columns)
  const made = { ...run, files: oneOrMore([{ ...file, data }, ...others]) }
  const known = new Set(previous.persons)
  const keys = roles.keys.filter((name) => [data, previous.data].every(({ names }) => names.includes(name)))
  const distinct = new Set(persons.filter((id) => id !== undefined))
  return {
    run: made,
    compared: {
      name: previous.name,
      persons: distinct.size,
      known: [...distinct].filter((id) => known.has(id)).length,
      reused,
      unlike,
      singled: keys.length > 0 ? singledOut([previous, { data, persons }], keys) : undefined,
    },
  }
}

/** Returns true for a column with one value a person: by the plan, or by the schema if each person has one record. */
function isOfPersons({ steps, schema }: BoundPlan, name: string): boolean {
  const level = steps.findLast(({ columns }) => columns.includes(name))?.level?.of
  return level === 'person' || schema?.columns[name]?.level === 'person'
}

/** Records of an earlier release for the records of the new one; −1 for none. */
interface Links {
  /** Returns the first record of the same person that has a value, else the person's first record. */
  byPerson(before: Column): Int32Array
  /** Record of the same person and wave, if both files have one. */
  readonly byWave: Int32Array
}

function linksOf(
  persons: readonly (string | undefined)[],
  data: Dataset,
  previous: PreviousRelease,
  { wave }: Roles,
): Links {
  const hasWave = wave !== undefined && [data, previous.data].every(({ names }) => names.includes(wave))
  const keys = (ids: readonly (string | undefined)[], of: Dataset): (string | undefined)[] => {
    if (!hasWave) return ids.map(() => undefined)
    const waves = textsOf(of.column(wave))
    return ids.map((id, i) => (id === undefined || waves[i] === undefined ? undefined : JSON.stringify([id, waves[i]])))
  }
  const before = placesOf(keys(previous.persons, previous.data))
  const now = keys(persons, data)
  const own = placesOf(now)
  // Several records of one person and wave cannot be distinguished.
  const one = (places: readonly number[] | undefined): number => (places?.length === 1 ? places[0] : -1)
  const byWave = Int32Array.from(now, (key) => (key === undefined || one(own.get(key)) < 0 ? -1 : one(before.get(key))))
  const ofPersons = placesOf(previous.persons)
  return {
    byWave,
    byPerson(column) {
      const values = textsOf(column)
      const rowOf = new Map(
        [...ofPersons].map(([id, rows]) => [id, rows.find((row) => values[row] !== undefined) ?? rows[0]]),
      )
      return Int32Array.from(persons, (id) => (id === undefined ? -1 : (rowOf.get(id) ?? -1)))
    },
  }
}

function placesOf(keys: readonly (string | undefined)[]): ReadonlyMap<string, readonly number[]> {
  const places = new Map<string, number[]>()
  keys.forEach((key, i) => {
    if (key === undefined) return
    const known = places.get(key)
    if (known) known.push(i)
    else places.set(key, [i])
  })
  return places
}

/** Returns a column with the values of another one in some records; their categories are merged. */
function withValues(now: Column, before: Column, rows: Int32Array): Column {
  if (now.kind === 'numeric' || before.kind === 'numeric') {
    if (now.kind !== 'numeric' || before.kind !== 'numeric') return now
    return { ...now, values: now.values.map((value, i) => (rows[i] < 0 ? value : before.values[rows[i]])) }
  }
  const levels = [...now.levels, ...before.levels.filter((level) => !now.levels.includes(level))]
  const place = before.levels.map((level) => levels.indexOf(level))
  const code = (row: number): number => (before.codes[row] < 0 ? -1 : place[before.codes[row]])
  return { ...now, levels, codes: now.codes.map((own, i) => (rows[i] < 0 ? own : code(rows[i]))) }
}
