import { numeric, option, type Column, type Dataset, type Roles } from '@sdc/core'
import { keyClasses } from '@sdc/stats'
import { keyCodes } from '@sdc/toolkit'
import { personsOf, type Units } from '@sdc/toolkit/internal'
import { riskInPercent } from '../card-facts.js'
import { columnNumbers } from '../inference/target-guess.js'

/** Facts for the cards of risks that compare combinations of quasi-identifiers in files without links. */
export const combinationRisk = {
  ...riskInPercent,
  accepts: ['numeric', 'ordered', 'nominal'],
  of: 'keys',
  needsOrigin: false,
  costly: true,
  exact: true,
  atIdentity: null,
} as const

/** Combinations of quasi-identifiers, numbered alike in several files. */
export interface SharedKeys {
  /** The compared quasi-identifiers. */
  readonly names: readonly string[]
  /**
   * Quasi-identifiers of another kind, or with mostly released values that do not occur in the original. They are
   * compared only if all are such, and combinations then hardly recur.
   */
  readonly unlike: readonly string[]
  /** Number of combinations in all files. */
  readonly count: number
  /** Combination of each record, by file; equal values have equal ones, and missing is a value. */
  readonly classes: readonly Int32Array[]
  /** Persons of each file, or its records if each person has one. */
  readonly units: readonly Units[]
  /**
   * Probability for each original record that a record with columns drawn independently from the original's has its
   * combination; 0 if one of its values is nobody else's.
   */
  readonly chance: Float64Array
}

/** Smallest share of the released values that must occur in the original: below it, equality has no meaning. */
const LEAST_KNOWN = 0.5

/**
 * Numbers the combinations of quasi-identifiers in several files.
 *
 * The probability of record i under independent columns is Π_j c_ij/n: c_ij of the n records of the original have its
 * value of column j. It is 0 if only records of the same person have that value: without this person nobody could draw
 * it.
 *
 * @param names - The quasi-identifiers; each file has them.
 * @param files - The release, the original, and further files.
 * @param roles - Column of persons.
 * @returns The combinations; `names` is empty if no column can be compared. Cost: a sort of each column of all files.
 */
export function sharedKeys(names: readonly string[], files: readonly Dataset[], roles: Roles): SharedKeys {
  const starts = files.map((_, f) => files.slice(0, f).reduce((rows, file) => rows + file.rows, 0))
  const partOf = <T extends Int32Array>(pooled: T, f: number): Int32Array =>
    pooled.subarray(starts[f], starts[f] + files[f].rows)
  const coded = names.flatMap((name) => {
    const columns = files.map((file) => file.column(name))
    if (new Set(columns.map(({ kind }) => kind)).size > 1) return []
    const codes = pooledCodes(columns)
    return [{ name, codes, isKnown: isKnown(partOf(codes, 0), partOf(codes, 1)) }]
  })
  const known = coded.filter((one) => one.isKnown)
  const compared = known.length > 0 ? known : coded
  const units = files.map((file) => personsOf(file, roles) ?? recordsAsUnits(file.rows))
  const found = compared.length > 0 ? keyClasses(compared.map(({ codes }) => codes)) : undefined
  return {
    names: compared.map(({ name }) => name),
    unlike: names.filter((name) => !known.some((one) => one.name === name)),
    count: found?.sizes.length ?? 0,
    classes: files.map((_, f) => (found ? partOf(found.ids, f) : new Int32Array(0))),
    units,
    chance: independentChance(
      compared.map(({ codes }) => partOf(codes, 1)),
      units[1],
    ),
  }
}

const recordsAsUnits = (rows: number): Units => ({
  count: rows,
  ofRecord: Int32Array.from({ length: rows }, (_, i) => i),
})

/** Returns the codes of a column in all files, one after the other: equal ones for equal values, −1 if missing. */
function pooledCodes(columns: readonly Column[]): Int32Array {
  const codeOf = new Map<string, number>()
  const values = columns.map((column) => columnNumbers(column, codeOf))
  const pooled = new Float64Array(values.reduce((rows, one) => rows + one.length, 0))
  let at = 0
  for (const one of values) {
    pooled.set(one, at)
    at += one.length
  }
  return keyCodes(numeric(pooled))
}

/** Returns true if enough of the released values occur in the original. */
function isKnown(release: Int32Array, original: Int32Array): boolean {
  const known = new Set(original)
  let [held, found] = [0, 0]
  for (const code of release) {
    if (code < 0) continue
    held++
    if (known.has(code)) found++
  }
  return held > 0 && found >= LEAST_KNOWN * held
}

/** Returns the product of the shares of records with the values of each record; 0 if a value is nobody else's. */
function independentChance(codes: readonly Int32Array[], { ofRecord }: Units): Float64Array {
  const chance = new Float64Array(ofRecord.length).fill(1)
  for (const column of codes) {
    const all = keyClasses([column])
    const own = keyClasses([column, ofRecord])
    for (let i = 0; i < chance.length; i++) {
      const having = all.sizes[all.ids[i]]
      chance[i] *= having > own.sizes[own.ids[i]] ? having / chance.length : 0
    }
  }
  return chance
}

/**
 * Returns warnings about quasi-identifiers that were not compared.
 *
 * @param keys - The compared ones.
 * @param roles - All quasi-identifiers of the original.
 * @returns Sentences without a full stop.
 */
export function comparedWarnings({ names, unlike }: SharedKeys, roles: Roles): string[] {
  const dropped = roles.keys.filter((name) => !names.includes(name) && !unlike.includes(name))
  const left = unlike.filter((name) => !names.includes(name))
  const why = 'most of its values in the masked file do not occur in the original'
  return [
    ...(dropped.length > 0
      ? [`compared by ${names.join(', ')} only: the masked file has no comparable column ${dropped.join(', ')}`]
      : []),
    ...left.map((name) => `quasi-identifier "${name}" was not compared: ${why}, so that no combination would recur`),
    ...(left.length < unlike.length
      ? [
          `equal combinations say nothing here: most values of ${names.join(', ')} in the masked file do not occur in the original`,
        ]
      : []),
  ]
}

/** Returns the reason why files cannot be compared by quasi-identifiers; undefined if they can. */
export function notComparable({ names, unlike }: SharedKeys): string | undefined {
  if (names.length > 0) return undefined
  if (unlike.length === 0) return 'no column is a quasi-identifier'
  return `the masked file has other kinds of values in ${unlike.join(', ')} than the original`
}

/**
 * Returns a warning that a high value may come from real relations, which independent columns lack.
 *
 * @param value - Share found and share expected with independent columns, in percent.
 * @param high - Share of the way from there to 100 from which the risk is high.
 * @returns A sentence without a full stop; none if the value is not high.
 */
export function relationsWarning(
  { found, expected }: { readonly found: number; readonly expected: number },
  high: number,
): string[] {
  if (found <= expected + high * (100 - expected)) return []
  return [
    'independent columns have no relations: a file that keeps them exceeds independent data without copying anybody. ' +
      `Compare with people outside (${option('control', 'FILE')}), or measure the method on halves of the file`,
  ]
}

/** Share of people whose combination is in the masked file, below which a low value does not reassure. */
const LEAST_FOUND = 0.1

/**
 * Returns a warning that combinations hardly recur, so that a low value does not reassure.
 *
 * @param keys - The compared combinations, the release first and the original second.
 * @returns A sentence without a full stop, or none.
 */
export function rareWarning({ names, unlike, classes, units, count }: SharedKeys): string[] {
  if (names.every((name) => unlike.includes(name))) return []
  const released = new Uint8Array(count)
  for (const id of classes[0]) released[id] = 1
  const [{ count: people, ofRecord }] = units.slice(1)
  const found = new Uint8Array(people)
  classes[1].forEach((id, i) => (found[ofRecord[i]] |= released[id]))
  const those = found.reduce((sum, one) => sum + one, 0)
  if (those >= LEAST_FOUND * people) return []
  return [
    `the masked file has the combinations of ${names.join(', ')} of ${those} of ${people} people only: a low value does ` +
      'not reassure; use fewer quasi-identifiers, those that an intruder would know',
  ]
}
