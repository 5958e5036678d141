import { keyClasses, type RecordGroups } from '@sdc/stats'
import { classValues, matchingValues, type ValueSet } from '@sdc/stats/internal'
import { keyCodes, type MissingKeys } from '@sdc/toolkit'
import type { Roles } from '@sdc/core'
import { type CountedFile, type Units, personsOf } from '@sdc/toolkit/internal'
import type { SensitiveValues } from '@sdc/toolkit'

/** The keys of a file, and its classes: combinations of keys, missing being a value of its own. */
export interface KeyedFile extends CountedFile {
  readonly codes: readonly Int32Array[]
  readonly classes: RecordGroups
  /** Whose the records are, where a person may have several. */
  readonly persons?: Units | undefined
  /** What each record counts in its class: 1/m where its person has m records there. */
  readonly shares?: Float64Array
}

/**
 * The classes of a file.
 *
 * @param file - The masked file, or its different records.
 * @param keys - The names of its keys, one or more.
 * @param roles - Says which column has the ids of persons.
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
 * How many persons a file has; where nothing says whose the records are, how many records.
 *
 * @param keyed - The file.
 * @returns A count.
 */
export function unitsOf({ persons, records }: KeyedFile): number {
  return persons?.count ?? records
}

/** What was found of the sets of values, a set at a time: records of one class with one value have one. */
export interface FoundOfSets {
  /** For each measure one number a set. */
  readonly found: readonly Float64Array[]
  /** How many records have the set; of persons, the sum of the shares of their records. */
  readonly records: Float64Array
  /** Row of the file → its set. */
  readonly setOf: Int32Array
}

/**
 * Measures, for every record, the sensitive values of the records that match it in the keys, itself included.
 *
 * Where no key is missing these are the values of its class; each of m records of a person in it counts 1/m. A missing key matches what `rule` says, as in
 * `keyFrequencies`: then the sets of two records may overlap without being equal.
 *
 * @param file - The keys.
 * @param sensitive - The values.
 * @param rule - What a missing key matches.
 * @param measures - Functions of a set of values; each is called once a set.
 * @param tick - Gets the share that is done.
 * @returns For each of `measures` one number a set.
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
