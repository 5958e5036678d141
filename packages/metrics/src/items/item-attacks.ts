import type { Dataset, Roles } from '@sdc/core'
import { keyDomain, layersOfKeys, personsOf, releasedKey, type KeyLayers } from '@sdc/toolkit/internal'
import { ownRecords } from '../decision/columns/decision-columns.js'
import { agreementWeights } from '../decision/risks/key-agreement.js'

/** Difference below which scores are equal: they are sums of few logarithms. */
const EQUAL = 1e-9

/** Files, columns and settings of the attacks. */
export interface ItemAttacksInput {
  readonly original: Dataset
  readonly released: Dataset
  /** Original record of each released one; −1 if unknown. */
  readonly origin: Int32Array
  readonly keys: readonly string[]
  readonly items: readonly string[]
  /** Sets of items that the intruder knows, by the numbers of the items. */
  readonly sets: readonly Int32Array[]
  /** Number of records that hide a person. */
  readonly k: number
  /** Attacked original records. */
  readonly targets: Int32Array
  readonly roles: Pick<Roles, 'hierarchies' | 'person'>
  readonly tick?: ((fraction: number) => void) | undefined
}

/** Success of an intruder. */
export interface ItemAttack {
  /** Share of people, for each set, with fewer than k candidates, including their own record. */
  readonly below: Float64Array
  /** Share of people, for each set, with their own record as only candidate. */
  readonly unique: Float64Array
  /**
   * Probability, for each set, that a random pick among the candidates is the person's own record; mean over people.
   */
  readonly found: Float64Array
  /** Share of the sets with which each original record is at risk; NaN if it was not attacked. */
  readonly records: Float64Array
}

/** Success of both intruders. */
export interface ItemAttacks {
  /** Number of attacked people. */
  readonly people: number
  readonly exact: ItemAttack
  readonly similar: ItemAttack
}

/**
 * Attacks with the quasi-identifiers K and each set S of known answers of a person i.
 *
 * Candidates of the exact intruder: released records whose cells may be the true values in all of K ∪ S. Candidates of
 * the similar intruder: released records with the greatest sum of weights of agreement over K ∪ S.
 *
 * @param input - Files, columns and settings.
 * @returns The success of both; or a clause that names a class with unknown values. Cost: at most O(targets · n ·
 *   (columns + sets · known answers)); less if own records are seldom candidates. Source: weights of agreement, Fellegi
 *   & Sunter 1969.
 */
export function itemAttacks(input: ItemAttacksInput): ItemAttacks | string {
  const { original, released, origin, keys, items, sets, k, targets, roles, tick = () => {} } = input
  const layers = layersOfKeys(original, released, [...keys, ...items], roles)
  if (typeof layers === 'string') return layers
  const scorers = [...keys, ...items].map((name) => scorerOf(name, input))
  const persons = personsOf(original, roles)
  const releasedPerson = personsOf(released, roles)?.ofRecord
  const { first, next } = ownRecords(origin, original.rows, persons)
  const units = persons ? Int32Array.from(targets, (row) => persons.ofRecord[row]) : targets
  const place = new Map([...new Set(units)].map((unit, at) => [unit, at]))
  const [exact, similar] = [0, 1].map(() => successes(sets.length, place.size, original.rows, k))
  const score = new Float64Array(released.rows)
  const byItem = items.map(() => new Float64Array(released.rows))
  targets.forEach((target, t) => {
    tick(t / targets.length)
    const unit = place.get(units[t]) ?? 0
    const own: number[] = []
    for (let r = first[target]; r >= 0; r = next[r]) own.push(r)
    score.fill(0)
    scorers.forEach((add, j) => add(target, j < keys.length ? score : byItem[j - keys.length].fill(0)))
    // A person whose quasi-identifiers do not fit, fits no set of answers.
    const fitting: number[] = []
    for (let r = 0; r < released.rows; r++) if (keys.every((_, j) => fits(layers[j], target, r))) fitting.push(r)
    const ownFitting = own.filter((r) => fitting.includes(r))
    sets.forEach((set, s) => {
      const fitsAll = (r: number): boolean => set.every((item) => fits(layers[keys.length + item], target, r))
      exact.add(s, unit, target, ownFitting.some(fitsAll) ? countOf(fitting.filter(fitsAll), releasedPerson) : Infinity)
      const columns = [score, ...Array.from(set, (item) => byItem[item])]
      similar.add(s, unit, target, mostSimilar(columns, own, releasedPerson))
    })
  })
  return { people: place.size, exact: exact.result(), similar: similar.result() }
}

/** Returns a function that adds, for a target, the weight of agreement of each released cell of a column. */
function scorerOf(
  name: string,
  { original, released, roles }: ItemAttacksInput,
): (target: number, sums: Float64Array) => void {
  const domain = keyDomain(original.column(name), roles.hierarchies?.get(name))
  const key = releasedKey(domain, released.column(name))
  const weightsOf = agreementWeights(domain, key)
  return (target, sums) => {
    const weights = weightsOf(target)
    if (weights) for (let r = 0; r < sums.length; r++) sums[r] += weights[key.codes[r]]
  }
}

function fits({ values, cells, layerOf, layers }: KeyLayers, target: number, row: number): boolean {
  const [value, cell] = [values[target], cells[row]]
  const layer = layerOf[cell]
  return value < 0 || layer < 0 || layers[layer][value] === cell
}

/**
 * Counts the records, or persons, with the greatest sum of weights; infinite if another record is better than all own
 * ones.
 */
function mostSimilar(
  columns: readonly Float64Array[],
  own: readonly number[],
  personOf: Int32Array | undefined,
): number {
  const sumOf = (r: number): number => {
    let sum = 0
    for (let j = 0; j < columns.length; j++) sum += columns[j][r]
    return sum
  }
  if (own.length === 0) return Infinity
  const best = Math.max(...own.map(sumOf))
  const found: number[] = []
  const n = columns[0].length
  for (let r = 0; r < n; r++) {
    const sum = sumOf(r)
    if (sum > best + EQUAL) return Infinity
    if (sum >= best - EQUAL) found.push(r)
  }
  return countOf(found, personOf)
}

function countOf(rows: readonly number[], personOf: Int32Array | undefined): number {
  return personOf ? new Set(rows.map((r) => personOf[r])).size : rows.length
}

/** Collects numbers of candidates; the record with the highest risk counts for a person. */
function successes(sets: number, people: number, rows: number, k: number) {
  const least = Array.from({ length: sets }, () => new Float64Array(people).fill(Infinity))
  const records = new Float64Array(rows).fill(Number.NaN)
  const mean = (of: (size: number) => number): Float64Array =>
    Float64Array.from(least, (sizes) => sizes.reduce((sum, size) => sum + of(size), 0) / people)
  return {
    add(set: number, unit: number, target: number, size: number): void {
      if (size < least[set][unit]) least[set][unit] = size
      if (Number.isNaN(records[target])) records[target] = 0
      if (size < k) records[target] += 1 / sets
    },
    result: (): ItemAttack => ({
      below: mean((size) => (size < k ? 1 : 0)),
      unique: mean((size) => (size === 1 ? 1 : 0)),
      found: mean((size) => 1 / size),
      records,
    }),
  }
}
