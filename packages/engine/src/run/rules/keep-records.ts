import { isMissing, numeric, type Column, type Dataset } from '@sdc/core'
import { keepRules, numbersOf, type KeptSystem, type RepairCounts, type RuleRecords } from '@sdc/rules'

/** Masked records and their originals. */
export interface RecordsToKeep {
  readonly data: Dataset
  /** Returns a column of the original for the records of `data`; missing if a record has no original. */
  before(name: string): Column
  /** Columns that the run masked, by name. */
  readonly masked: Iterable<string>
  /** Tests whether a record has no original. */
  isNew(record: number): boolean
  /** Numbers of the person or household of each record, by the column of their ids. */
  readonly units?: RuleRecords['units']
}

/** Columns that changed, and counts of the changes. */
export interface KeptRecords<T> {
  readonly changed: ReadonlyMap<string, Column>
  readonly counts: T
}

/**
 * Keeps rules in masked records by computing and repairing, for a file or a block: the result of a file is that of its
 * blocks.
 *
 * @param system - The rules.
 * @param records - The records.
 * @returns Columns that changed.
 */
export function keepRecords(system: KeptSystem, records: RecordsToKeep): KeptRecords<RepairCounts> {
  return changeRecords(system, records, (own) => keepRules(system, system.derived, own))
}

/**
 * Changes masked records so that they keep rules.
 *
 * @param system - The rules.
 * @param records - The records.
 * @param keep - Changes the values of the columns of rules in place, and counts.
 * @returns Columns that changed.
 */
export function changeRecords<T>(
  { names }: KeptSystem,
  { data, before, masked, isNew, units }: RecordsToKeep,
  keep: (records: RuleRecords) => T,
): KeptRecords<T> {
  const columns = names.map((name) => data.column(name))
  const isNumeric = names.map((name) => before(name).kind === 'numeric')
  const values = columns.map((column, c) => placesOf(column, isNumeric[c]))
  const originals = names.map((name, c) => placesLike(before(name), columns[c]))
  const others = [...masked].filter((name) => !names.includes(name) && data.names.includes(name))
  const pairs = others.map((name) => [before(name), data.column(name)] as const)
  const differs = (i: number): boolean => isNew(i) || pairs.some(([was, is]) => !isSame(was, is, i))
  const counts = keep({ values, originals, differs, units })
  const changed = new Map<string, Column>()
  for (const [c, name] of names.entries()) {
    const column = columns[c]
    const was = placesOf(column, isNumeric[c])
    if (values[c].every((value, i) => Object.is(value, was[i]))) continue
    const made: Column =
      column.kind === 'numeric'
        ? numeric(values[c])
        : { ...column, codes: Int32Array.from(values[c], (code) => (Number.isNaN(code) ? -1 : code)) }
    changed.set(name, made)
  }
  return { changed, counts }
}

/** Copies a column as numbers: its values, also of recoded numbers, or its codes; NaN if missing or unknown. */
function placesOf(column: Column, isNumeric = column.kind === 'numeric'): Float64Array {
  if (isNumeric) return numbersOf(column)?.slice() ?? new Float64Array(0)
  if (column.kind === 'numeric') return column.values.slice()
  return Float64Array.from(column.codes, (code) => (code < 0 ? Number.NaN : code))
}

/** Codes of a column in the levels of another one; NaN if that lacks the level. */
function placesLike(column: Column, like: Column): Float64Array {
  const places = placesOf(column)
  if (column.kind === 'numeric' || like.kind === 'numeric' || column.levels === like.levels) return places
  const placeOf = column.levels.map((level) => {
    const place = like.levels.indexOf(level)
    return place < 0 ? Number.NaN : place
  })
  return places.map((code) => (Number.isNaN(code) ? code : placeOf[code]))
}

function isSame(was: Column, is: Column, i: number): boolean {
  if (isMissing(was, i) || isMissing(is, i)) return isMissing(was, i) === isMissing(is, i)
  if (was.kind === 'numeric' || is.kind === 'numeric')
    return was.kind === 'numeric' && is.kind === 'numeric' && was.values[i] === is.values[i]
  return was.levels[was.codes[i]] === is.levels[is.codes[i]]
}
