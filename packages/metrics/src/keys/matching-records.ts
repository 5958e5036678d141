import { keyClasses, type RecordGroups } from '@sdc/stats'
import { classValues, matchingValues, type ValueSet } from '@sdc/stats/internal'
import { keyCodes, type MissingKeys, type SensitiveValues } from '@sdc/toolkit'
import type { Roles } from '@sdc/core'
import { type CountedFile, type Units, personsOf } from '@sdc/toolkit/internal'

/** Quasi-identifiers of a file, and its classes: combinations of them, with missing as a value. */
export interface KeyedFile extends CountedFile {
  readonly codes: readonly Int32Array[]
  readonly classes: RecordGroups
  /** Person of each record, if a person may have several records. */
  readonly persons?: Units | undefined
  /** Weight of each record in its class: 1/m if its person has m records there. */
  readonly shares?: Float64Array
}

/**
 * Finds the classes of a file.
 *
 * @param file - The masked file, or its different records.
 * @param keys - Names of its quasi-identifiers, one or more.
 * @param roles - Roles, which may name the person column.
 * @returns The file with its classes.
 */
export function keyedFile(file: CountedFile, keys: readonly string[], roles: Pick<Roles, 'person'>): KeyedFile {
  const codes = keys.map((name) => keyCodes(file.data.column(name)))
  const classes = keyClasses(codes)
  const persons = personsOf(file.data, roles)
  if (!persons) return { ...file, codes, classes }
  const own = keyClasses([classes.ids, persons.ofRecord])
  return { ...file, codes, classes, persons, shares: Float64Array.from(own.ids, (id) => 1 / own.sizes[id]) }
}

/**
 * Returns the number of persons of a file; without a person column, the number of records.
 *
 * @param keyed - The file.
 * @returns A count.
 */
export function unitsOf({ persons, records }: KeyedFile): number {
  return persons?.count ?? records
}

/** Results for the sets of values: records of one class with one value share a set. */
export interface FoundOfSets {
  /** For each measure one number per set. */
  readonly found: readonly Float64Array[]
  /** Number of records with the set; for persons, the sum of the shares of their records. */
  readonly records: Float64Array
  /** Set of each row of the file. */
  readonly setOf: Int32Array
}

/**
 * Measures, for every record, the confidential values of the records that match its quasi-identifiers, including
 * itself.
 *
 * Without missing quasi-identifiers these are the values of its class; each of m records of a person in it counts 1/m.
 * A missing one matches by `rule`, as in `keyFrequencies`: the sets of two records may then overlap without being
 * equal.
 *
 * @param file - The quasi-identifiers.
 * @param sensitive - The values.
 * @param rule - Rule for missing quasi-identifiers.
 * @param measures - Functions of a set of values; each is called once a set.
 * @param tick - Receives the completed share.
 * @returns One number for each set, for each of `measures`.
 */
export function ofMatchingRecords(
  { codes, classes, counts, shares }: KeyedFile,
  sensitive: SensitiveValues,
  { missing, share }: MissingKeys,
  measures: readonly ((set: ValueSet) => number)[],
  tick: (fraction: number) => void,
): FoundOfSets {
  const own = classValues(classes, sensitive.codes, sensitive.levels, shares ?? counts)
  const found = measures.map(() => new Float64Array(own.values.length))
  const rule = {
    widens: missing === 'wildcard' || missing === 'share',
    other: { wildcard: 1, 'own-level': 1, never: 0, share }[missing],
    alone: missing === 'never',
  }
  const visit = (first: number, end: number, set: ValueSet): void =>
    measures.forEach((measure, m) => found[m].fill(measure(set), first, end))
  matchingValues(codes, classes, own, sensitive.levels, rule, visit, tick)
  return { found, records: own.counts, setOf: own.entryOf }
}
