import {
  categorical,
  numeric,
  type CategoricalColumn,
  type Column,
  type Dataset,
  type MeasureFacts,
  type Roles,
} from '@sdc/core'
import { keyClasses } from '@sdc/stats'
import { wildcardTotals } from '@sdc/stats/internal'
import { keyCodes, levelsOfBoth, type MissingKeys } from '@sdc/toolkit'
import { personsOf, personTotals } from '@sdc/toolkit/internal'

/** Returns the reason why records are needed: a population is given. */
export function populationNeedsRecords({ population }: Pick<MeasureFacts<unknown>, 'population'>): string | undefined {
  return population && 'records are searched in the population'
}

/**
 * Counts the records of a population that match each record of a file in the quasi-identifiers.
 *
 * F_i = Σ_j m_ij over the records j of the population, with m_ij as in `keyFrequencies`: 1 if both have the same
 * values; if one is missing, the rule decides. With `never` a record with a missing value has F = 1: nobody else
 * matches it, and it belongs to somebody. If the population has the person column, j is a person.
 *
 * @param file - The file.
 * @param population - The population, with the same codes as the file.
 * @param keys - Names of the quasi-identifiers.
 * @param roles - Roles, which may name the person column.
 * @param rule - Rule for missing values.
 * @param tick - Receives the completed share.
 * @returns One number for each record of the file, 0 if none matches; or the reason why the two cannot be compared.
 *   Cost: O(n + N) a quasi-identifier (a sort for numbers), and `wildcardTotals` if values are missing.
 */
export function populationFrequencies(
  file: Dataset,
  population: Dataset,
  keys: readonly string[],
  roles: Pick<Roles, 'person'>,
  rule: MissingKeys,
  tick: (fraction: number) => void,
): Float64Array | string {
  const codes: Int32Array[] = []
  for (const name of keys) {
    if (!population.names.includes(name)) return `the population lacks the quasi-identifier "${name}"`
    const both = joined(file.column(name), population.column(name))
    if (both === undefined) return `column "${name}" is numeric in only one of file and population: code both alike`
    codes.push(keyCodes(both))
  }
  const { missing, share } = rule
  const people = personsOf(population, roles)
  if (people) {
    // The records of the file belong to one more person, with weight 0.
    const all = new Int32Array(file.rows + population.rows)
    people.ofRecord.forEach((id, i) => (all[file.rows + i] = id + 1))
    const weights = Float64Array.from({ length: people.count + 1 }, (_, id) => (id === 0 ? 0 : 1))
    const { F } = personTotals(codes, { ofRecord: all, count: people.count + 1 }, weights, rule, tick)
    const isAlone = (i: number): boolean => missing === 'never' && codes.some((of) => of[i] < 0)
    return Float64Array.from({ length: file.rows }, (_, i) => (isAlone(i) ? 1 : (F?.[i] ?? 0)))
  }
  const classes = keyClasses(codes)
  const { ids, firsts } = classes
  const lacks = Uint8Array.from(firsts, (i) => (codes.some((of) => of[i] < 0) ? 1 : 0))
  const other = { wildcard: 1, 'own-level': 1, never: 0, share }[missing]
  const counts = new Float64Array(firsts.length)
  for (let i = file.rows; i < ids.length; i++) counts[ids[i]]++
  const forOthers = counts.map((count, id) => (lacks[id] ? other * count : count))
  const widens = missing === 'wildcard' || missing === 'share'
  const [totals] = widens ? wildcardTotals(codes, classes, [forOthers], tick) : [forOthers]
  // Records that lack the same keys have full weight.
  const F = totals.map((total, id) => (missing === 'never' && lacks[id] ? 1 : total + counts[id] - forOthers[id]))
  return Float64Array.from({ length: file.rows }, (_, i) => F[ids[i]])
}

/** Joins one column of the records of both; undefined if only one has numbers. */
function joined(a: Column, b: Column): Column | undefined {
  if (a.kind === 'numeric' && b.kind === 'numeric') {
    const values = new Float64Array(a.values.length + b.values.length)
    values.set(a.values)
    values.set(b.values, a.values.length)
    return numeric(values)
  }
  if (a.kind === 'numeric' || b.kind === 'numeric') return undefined
  return joinedCategories(a, b)
}

function joinedCategories(a: CategoricalColumn, b: CategoricalColumn): Column {
  const { codes: placeOf, levels } = levelsOfBoth(a.levels, b.levels)
  const codes = new Int32Array(a.codes.length + b.codes.length)
  codes.set(a.codes)
  b.codes.forEach((code, i) => (codes[a.codes.length + i] = code < 0 ? -1 : placeOf[code]))
  return { ...categorical([]), codes, levels }
}
