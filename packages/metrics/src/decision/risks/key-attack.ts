import { releasedKey, type KeyDomain, type ReleasedKey, type Units } from '@sdc/toolkit/internal'
import type { Dataset } from '@sdc/core'
import { keyClasses } from '@sdc/stats'
import { ownRecords } from '../columns/decision-columns.js'
import { agreementWeights } from './key-agreement.js'

/** Difference below which scores are equal: they are sums of at most a few dozen logarithms. */
const EQUAL = 1e-9

/** Released keys of a file, and its equivalence classes: records with equal cells. */
export interface ReleasedKeys {
  readonly keys: readonly ReleasedKey[]
  /** Class of each record. */
  readonly ids: Int32Array
  /** Number of records of each class, and the first of them. */
  readonly sizes: Int32Array
  readonly firsts: Int32Array
}

/** Candidates of one target. */
export interface Candidates {
  /** Record of the original. */
  readonly target: number
  /** Released classes with the best score, ascending. */
  readonly best: Int32Array
  /** Number of records in these classes, |B|, and number of those that came from the target. */
  readonly size: number
  readonly own: number
  /** Best classes of other records, if B has only the target's own; else empty. */
  readonly others: Int32Array
}

/**
 * Returns the released keys of a file.
 *
 * @param domains - Domain of each key in the original; at least one.
 * @param masked - The masked file, with all of these keys.
 * @returns Cells and classes. Cost: O(n) per key.
 */
export function releasedKeys(domains: ReadonlyMap<string, KeyDomain>, masked: Dataset): ReleasedKeys {
  const keys = [...domains].map(([name, domain]) => releasedKey(domain, masked.column(name)))
  return { keys, ...keyClasses(keys.map(({ codes }) => codes)) }
}

/**
 * Attacks by the keys: scores every released class for each target by the sum of the weights of agreement.
 *
 * B are the records of the classes with the greatest sum. A key that the target lacks adds nothing.
 *
 * @param domains - Domain of each key in the original.
 * @param released - The released keys, in the same order.
 * @param origin - Original record of each masked one, −1 if unknown.
 * @param targets - Records of the original.
 * @param persons - Person of each original record, if persons may have several: all of them are the target's own.
 * @param tick - Receives the completed share, from 0 to 1.
 * @returns The candidates of each target, in the order of `targets`. Cost: O(targets · keys · (cells + classes)).
 *   Source: weights of agreement, Fellegi & Sunter 1969.
 */
export function keyAttack(
  domains: readonly KeyDomain[],
  { keys, ids, sizes, firsts }: ReleasedKeys,
  origin: Int32Array,
  targets: Int32Array,
  persons: Units | undefined,
  tick: (fraction: number) => void,
): Candidates[] {
  const rows = domains[0].kind === 'numeric' ? domains[0].values.length : domains[0].codes.length
  const { first, next } = ownRecords(origin, rows, persons)
  const weights = domains.map((domain, j) => agreementWeights(domain, keys[j]))
  const cellOf = keys.map(({ codes }) => firsts.map((row) => codes[row]))
  const score = new Float64Array(sizes.length)
  return Array.from(targets, (target, t): Candidates => {
    tick(t / targets.length)
    score.fill(0)
    for (let j = 0; j < keys.length; j++) {
      const weight = weights[j](target)
      if (weight) addWeights(score, weight, cellOf[j])
    }
    const best = bestClasses(score)
    // Number of the target's own records in each class.
    const mine = new Map<number, number>()
    for (let r = first[target]; r >= 0; r = next[r]) mine.set(ids[r], (mine.get(ids[r]) ?? 0) + 1)
    let [size, own] = [0, 0]
    for (const u of best) {
      size += sizes[u]
      own += mine.get(u) ?? 0
    }
    const alone = own > 0 && own === size
    return { target, best, size, own, others: alone ? bestOfOthers(score, sizes, mine) : new Int32Array(0) }
  })
}

function addWeights(score: Float64Array, weight: Float64Array, cellOf: Int32Array): void {
  for (let u = 0; u < score.length; u++) score[u] += weight[cellOf[u]]
}

function bestClasses(score: Float64Array): Int32Array {
  let most = Number.NEGATIVE_INFINITY
  for (let u = 0; u < score.length; u++) if (score[u] > most) most = score[u]
  const best: number[] = []
  for (let u = 0; u < score.length; u++) if (score[u] >= most - EQUAL) best.push(u)
  return most === Number.NEGATIVE_INFINITY ? new Int32Array(0) : Int32Array.from(best)
}

/** Returns the best classes among those with other records than the target's own. */
function bestOfOthers(score: Float64Array, sizes: Int32Array, mine: ReadonlyMap<number, number>): Int32Array {
  const others = score.slice()
  for (const [u, count] of mine) if (sizes[u] === count) others[u] = Number.NEGATIVE_INFINITY
  return bestClasses(others)
}
