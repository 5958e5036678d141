import type { Dataset } from '@sdc/core'
import { keyClasses } from '@sdc/stats'
import { ownRecords } from './decision-columns.js'
import { agreementWeights } from './key-agreement.js'
import { releasedKey, type KeyDomain, type ReleasedKey } from './key-cells.js'

/** Scores that differ by less are equal: they are sums of at most a few dozen logarithms. */
const EQUAL = 1e-9

/** The released keys of a file, and its records in classes of equal ones. */
export interface ReleasedKeys {
  readonly keys: readonly ReleasedKey[]
  /** By record its class. */
  readonly ids: Int32Array
  /** By class the number of its records, and the first of them. */
  readonly sizes: Int32Array
  readonly firsts: Int32Array
}

/** The candidates of one target. */
export interface Candidates {
  /** Record of the original. */
  readonly target: number
  /** The released classes with the best score, ascending. */
  readonly best: Int32Array
  /** The number of records in them, |B|, and how many of these came from the target. */
  readonly size: number
  readonly own: number
  /** Where B is the target's own records alone: the best classes of the others; else none. */
  readonly others: Int32Array
}

/**
 * The released keys of a file.
 *
 * @param domains - By key its domain in the original; one at least.
 * @param masked - The masked file, with all of these keys.
 * @returns Cells and classes. Cost: O(n) a key.
 */
export function releasedKeys(domains: ReadonlyMap<string, KeyDomain>, masked: Dataset): ReleasedKeys {
  const keys = [...domains].map(([name, domain]) => releasedKey(domain, masked.column(name)))
  return { keys, ...keyClasses(keys.map(({ codes }) => codes)) }
}

/**
 * Attack by the keys: each target is looked for among all released classes by the sum of its weights of agreement.
 *
 * B are the records of the classes with the greatest sum. A key that the target lacks counts for none.
 *
 * @param domains - By key its domain in the original.
 * @param released - The released keys, in the same order.
 * @param origin - By masked record the original one, −1 where it is unknown.
 * @param targets - Records of the original.
 * @param tick - Is told the share that is done.
 * @returns The candidates of each target, in their order.
 * Cost: O(targets · keys · (cells + classes)).
 * Source: weights of agreement, Fellegi & Sunter 1969.
 */
export function keyAttack(
  domains: readonly KeyDomain[],
  { keys, ids, sizes, firsts }: ReleasedKeys,
  origin: Int32Array,
  targets: Int32Array,
  tick: (fraction: number) => void,
): Candidates[] {
  const rows = domains[0].kind === 'numeric' ? domains[0].values.length : domains[0].codes.length
  const { first, next } = ownRecords(origin, rows)
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
    // By class the number of the target's own records.
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

/** The best classes without those that hold the target's own records alone. */
function bestOfOthers(score: Float64Array, sizes: Int32Array, mine: ReadonlyMap<number, number>): Int32Array {
  const others = score.slice()
  for (const [u, count] of mine) if (sizes[u] === count) others[u] = Number.NEGATIVE_INFINITY
  return bestClasses(others)
}
