import { numericValues, type Dataset, type Roles } from '@sdc/core'
import { keyClasses, type RecordGroups } from '@sdc/stats'
import { classValues, matchingValues, wildcardTotals } from '@sdc/stats/internal'
import * as z from 'zod'
import { keyCodes } from './key-codes.js'
import { meanOfPersons } from './persons.js'
import { personsOf, type Units } from './units-of.js'

/** Parameters for the values that a missing key matches, the same in every metric and method. */
export const missingKeysParams = {
  missing: z
    .enum(['wildcard', 'own-level', 'never', 'share'])
    .default('wildcard')
    .meta({
      description:
        'Values that a missing key matches. `wildcard`: every value, since an intruder cannot rule the record ' +
        'out. `own-level`: missing keys only, as if missing were a category. `never`: nothing, so that the ' +
        'record is unique. `share`: every value, but a record with a missing key adds only `share` to the count of others.',
    }),
  share: z.number().min(0).max(1).default(0.5).meta({
    description: 'With missing: share, what a record with a missing key counts among those that match another.',
    unit: 'share of a record',
  }),
}

/** Values that a missing key matches; see `missingKeysParams`. */
export interface MissingKeys {
  readonly missing: 'wildcard' | 'own-level' | 'never' | 'share'
  readonly share: number
}

/** Number of records, or of persons if they have several, that match each record in its keys. */
export interface KeyFrequencies {
  /** The keys, −1 if missing. */
  readonly codes: readonly Int32Array[]
  /** Combinations of keys; missing is a value of its own. */
  readonly classes: RecordGroups
  /**
   * Number of records that match each record, itself included; with persons, number of persons with a matching record.
   */
  readonly f: Float64Array
  /** Sum of the weights of the same, if the file has weights. The weight of a person is the mean of their records. */
  readonly F?: Float64Array
  /** Persons of the records, if a person may have several. */
  readonly persons?: Units | undefined
}

/**
 * Computes the frequencies of combinations of keys, and their estimates in the population.
 *
 * f_i = Σ_j m_ij, F_i = Σ_j m_ij·w_j. m_ii = 1, and m_ij is 1 if record j has the keys of record i. If a key of either
 * is missing and the others match, `missing` decides: 1 (`wildcard`), 1 only if the same keys are missing
 * (`own-level`), or 0 (`never`). For `share`, m_ij is 1 if j has all its keys or lacks the same as i, else `share`. If
 * a column has the role person, j is a person, and m_ij the greatest of its records, at most 1.
 *
 * @param file - The file whose records are counted.
 * @param columns - The keys, one or more.
 * @param roles - Roles that name the weight, if there is one.
 * @param rule - Values that a missing key matches.
 * @param tick - Receives the completed share.
 * @returns One number a record.
 *
 * Cost: O(n) a key, and `wildcardTotals` if keys are missing. Source: Templ, Kowarik & Meindl 2015 for f and F with
 * missing values; `share` is their alpha.
 */
export function keyFrequencies(
  file: Dataset,
  columns: readonly string[],
  roles: Roles,
  rule: MissingKeys,
  tick: (fraction: number) => void = () => {},
): KeyFrequencies {
  const codes = columns.map((name) => keyCodes(file.column(name)))
  const weight = file.names.find((name) => name === roles.weight)
  const persons = personsOf(file, roles)
  if (persons) {
    const weights = weight === undefined ? undefined : meanOfPersons(persons, numericValues(file, weight))
    return { codes, persons, ...personTotals(codes, persons, weights, rule, tick) }
  }
  const ones = new Float64Array(file.rows).fill(1)
  const counted = [ones, ...(weight === undefined ? [] : [numericValues(file, weight)])]
  const {
    classes,
    totals: [f, F],
  } = codeTotals(codes, counted, rule, tick)
  return { codes, classes, f, ...(F && { F }) }
}

/**
 * The same totals for persons; each person counts once for any number of matching records.
 *
 * @param codes - The keys, columns of codes from −1 (missing) up; one or more.
 * @param persons - Persons of the records.
 * @param weights - One number a person, if weights are added up, too.
 * @param rule - Values that a missing key matches.
 * @param tick - Receives the completed share.
 * @returns The classes, and f and F of each record.
 *
 * The cost is that of `matchingValues` with persons as values.
 */
export function personTotals(
  codes: readonly Int32Array[],
  persons: Units,
  weights: Float64Array | undefined,
  { missing, share }: MissingKeys,
  tick: (fraction: number) => void = () => {},
): Pick<KeyFrequencies, 'classes' | 'f' | 'F'> {
  const classes = keyClasses(codes)
  const own = classValues(classes, persons.ofRecord, persons.count)
  const [f, F] = [new Float64Array(own.values.length), new Float64Array(own.values.length)]
  const rule = {
    widens: missing === 'wildcard' || missing === 'share',
    other: { wildcard: 1, 'own-level': 1, never: 0, share }[missing],
    alone: missing === 'never',
  }
  // A person with several records in a class counts once.
  const once = { ...own, counts: own.counts.map(() => 1) }
  matchingValues(
    codes,
    classes,
    once,
    persons.count,
    rule,
    (first, end, { values, weights: shares, from, to }) => {
      let [count, total] = [0, 0]
      for (let at = from; at < to; at++) {
        const share = Math.min(1, shares[at])
        count += share
        if (weights) total += share * weights[values[at]]
      }
      f.fill(count, first, end)
      F.fill(total, first, end)
    },
    tick,
  )
  const ofRecords = (values: Float64Array): Float64Array => Float64Array.from(own.entryOf, (entry) => values[entry])
  return { classes, f: ofRecords(f), ...(weights && { F: ofRecords(F) }) }
}

/** Totals of codes of keys, by class. */
export interface CodeTotals {
  /** Combinations of keys; missing is a value of its own. */
  readonly classes: RecordGroups
  /** For each list of values one number a row. */
  readonly totals: readonly Float64Array[]
}

/**
 * The same totals as `keyFrequencies`, for keys that are codes already: Σ_j m_ij·v_j for each list of values v.
 *
 * @param codes - The keys, columns of codes from −1 (missing) up; one or more.
 * @param counted - Lists of values, one number a row: ones for f, weights for F, numbers of records if a row
 *   represents several.
 * @param rule - Values that a missing key matches. With `never` a row must represent one record.
 * @param tick - Receives the completed share.
 * @returns The classes, and for each list its totals by row.
 *
 * Cost: O(n) a key, and `wildcardTotals` if keys are missing.
 */
export function codeTotals(
  codes: readonly Int32Array[],
  counted: readonly Float64Array[],
  { missing, share }: MissingKeys,
  tick: (fraction: number) => void = () => {},
): CodeTotals {
  const classes = keyClasses(codes)
  const { ids, firsts } = classes
  const lacks = Uint8Array.from(firsts, (i) => (codes.some((of) => of[i] < 0) ? 1 : 0))
  // Weight of a record with a missing key for records of other classes.
  const other = { wildcard: 1, 'own-level': 1, never: 0, share }[missing]
  const whole = counted.map((values) => {
    const ofClass = new Float64Array(firsts.length)
    for (let i = 0; i < ids.length; i++) ofClass[ids[i]] += values[i]
    return ofClass
  })
  const sums = whole.map((ofClass) => ofClass.map((sum, id) => (lacks[id] ? other * sum : sum)))
  const widens = missing === 'wildcard' || missing === 'share'
  const matched = widens ? wildcardTotals(codes, classes, sums, tick) : sums
  const totals = counted.map((values, k) =>
    Float64Array.from(ids, (id, i) => {
      if (!lacks[id]) return matched[k][id]
      // The record counts in full, with the records that lack the same keys, unless a missing key matches nothing.
      return matched[k][id] + (1 - other) * (missing === 'never' ? values[i] : whole[k][id])
    }),
  )
  return { classes, totals }
}
