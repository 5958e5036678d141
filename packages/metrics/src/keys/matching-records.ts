import type { Dataset } from '@sdc/core'
import { classValues, keyClasses, matchingValues, type ClassValues, type RecordGroups, type ValueSet } from '@sdc/stats'
import { keyCodes, type MissingKeys } from '@sdc/toolkit'
import type { SensitiveValues } from '@sdc/toolkit'

/** The keys of a file, and its classes: combinations of keys, missing being a value of its own. */
export interface KeyedFile {
  readonly codes: readonly Int32Array[]
  readonly classes: RecordGroups
}

/**
 * The classes of a file.
 *
 * @param file - The masked file.
 * @param keys - The names of its keys, one or more.
 */
export function keyedFile(file: Dataset, keys: readonly string[]): KeyedFile {
  const codes = keys.map((name) => keyCodes(file.column(name)))
  return { codes, classes: keyClasses(codes) }
}

/**
 * Measures, for every record, the sensitive values of the records that match it in the keys, itself included.
 *
 * Where no key is missing these are the values of its class. A missing key matches what `rule` says, as in
 * `keyFrequencies`: then the sets of two records may overlap without being equal.
 *
 * @param file - The keys.
 * @param sensitive - The values.
 * @param rule - What a missing key matches.
 * @param measures - Functions of a set of values; each is called once a set.
 * @param tick - Gets the share that is done.
 * @returns For each of `measures` one number a record.
 */
export function ofMatchingRecords(
  { codes, classes }: KeyedFile,
  sensitive: SensitiveValues,
  { missing, share }: MissingKeys,
  measures: readonly ((set: ValueSet) => number)[],
  tick: (fraction: number) => void,
): Float64Array[] {
  const own: ClassValues = classValues(classes, sensitive.codes, sensitive.levels)
  const found = measures.map(() => new Float64Array(own.values.length))
  const rule = {
    widens: missing === 'wildcard' || missing === 'share',
    other: { wildcard: 1, 'own-level': 1, never: 0, share }[missing],
    alone: missing === 'never',
  }
  const visit = (first: number, end: number, set: ValueSet): void =>
    measures.forEach((measure, m) => found[m].fill(measure(set), first, end))
  matchingValues(codes, classes, own, sensitive.levels, rule, visit, tick)
  return found.map((ofEntry) => Float64Array.from(own.entryOf, (entry) => ofEntry[entry]))
}
