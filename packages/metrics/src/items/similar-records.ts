import type { Dataset, Roles } from '@sdc/core'
import { keyDomain, personsOf, releasedKey, type KnownItemsRisk } from '@sdc/toolkit/internal'
import { ownRecords } from '../decision/columns/decision-columns.js'
import { agreementWeights } from '../decision/risks/key-agreement.js'

/** Difference below which scores are equal: they are sums of few logarithms. */
const EQUAL = 1e-9

/** Files, columns and settings of the attack. */
export interface SimilarRecordsInput {
  readonly original: Dataset
  readonly released: Dataset
  /** Original record of each released one; −1 where it is unknown. */
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

/**
 * Attack by similarity: the intruder knows the keys and some answers of a person, and allows for wrong cells.
 *
 * B_i(S) = released records with the greatest sum of weights of agreement over the keys and the set S of answers of person i. The
 * person is at risk by S if a record of their own is in B and B has fewer than k records, or persons.
 *
 * @param input - Files, columns and settings.
 * @returns The risk by set of items; `records` is NaN for records that were not attacked.
 *
 * Cost: O(targets · n · (columns + sets · known answers)).
 * Source: weights of agreement, Fellegi & Sunter 1969.
 */
export function similarItemsRisk(input: SimilarRecordsInput): Omit<KnownItemsRisk, 'possible'> {
  const { original, released, origin, keys, items, sets, k, targets, roles, tick = () => {} } = input
  const [ofKeys, ofItems] = [keys, items].map((names) => names.map((name) => cellWeights(name, input)))
  const persons = personsOf(original, roles)
  const releasedPersons = personsOf(released, roles)
  const { first, next } = ownRecords(origin, original.rows, persons)
  const units = persons ? Int32Array.from(targets, (row) => persons.ofRecord[row]) : targets
  const place = new Map([...new Set(units)].map((unit, at) => [unit, at]))
  const people = place.size
  const records = new Float64Array(original.rows).fill(Number.NaN)
  // By set and person, the fewest records among which their own one is found.
  const least = sets.map(() => new Float64Array(people).fill(Infinity))
  const n = released.rows
  const base = new Float64Array(n)
  const score = new Float64Array(n)
  const byItem = ofItems.map(() => new Float64Array(n))
  const isOwn = new Uint8Array(n)
  targets.forEach((target, t) => {
    tick(t / targets.length)
    base.fill(0)
    for (const add of ofKeys) add(target, base)
    ofItems.forEach((add, j) => add(target, byItem[j].fill(0)))
    for (let r = first[target]; r >= 0; r = next[r]) isOwn[r] = 1
    records[target] = 0
    const unit = place.get(units[t]) ?? 0
    sets.forEach((set, s) => {
      score.set(base)
      for (const item of set) addTo(score, byItem[item])
      const size = hidingAmong(score, isOwn, releasedPersons?.ofRecord)
      if (size < least[s][unit]) least[s][unit] = size
      if (size < k) records[target] += 1 / sets.length
    })
    for (let r = first[target]; r >= 0; r = next[r]) isOwn[r] = 0
  })
  const mean = (of: (size: number) => number): Float64Array =>
    Float64Array.from(least, (sizes) => sizes.reduce((sum, size) => sum + of(size), 0) / people)
  const below = mean((size) => (size < k ? 1 : 0))
  return { sets, people, below, unique: mean((size) => (size === 1 ? 1 : 0)), found: mean((size) => 1 / size), records }
}

/** Function that adds, for a target, the weight of agreement of each released cell of a column. */
function cellWeights(
  name: string,
  { original, released, roles }: SimilarRecordsInput,
): (target: number, sums: Float64Array) => void {
  const domain = keyDomain(original.column(name), roles.hierarchies?.get(name))
  const key = releasedKey(domain, released.column(name))
  const weightsOf = agreementWeights(domain, key)
  return (target, sums) => {
    const weights = weightsOf(target)
    if (weights) for (let r = 0; r < sums.length; r++) sums[r] += weights[key.codes[r]]
  }
}

function addTo(sums: Float64Array, more: Float64Array): void {
  for (let r = 0; r < sums.length; r++) sums[r] += more[r]
}

/** Number of records, or persons, with the best score; infinite if no own record is among them. */
function hidingAmong(score: Float64Array, isOwn: Uint8Array, personOf: Int32Array | undefined): number {
  let best = Number.NEGATIVE_INFINITY
  for (let r = 0; r < score.length; r++) if (score[r] > best) best = score[r]
  let [count, own] = [0, 0]
  const found = personOf && new Set<number>()
  for (let r = 0; r < score.length; r++) {
    if (score[r] < best - EQUAL) continue
    count++
    own += isOwn[r]
    found?.add(personOf![r])
  }
  return own > 0 ? (found?.size ?? count) : Infinity
}
