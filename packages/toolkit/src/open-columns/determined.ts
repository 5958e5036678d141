import { log, pow, tieRuns, type TieRuns } from '@sdc/stats'
import type { Evidence } from './evidence.js'
import type { LookedAt } from './looked-at.js'
import type { Stretch } from './stretches.js'

/** Of the exceptions that chance would make in a class, the share that is overlooked: typing errors, not another value. */
const EXCEPTIONS = 0.05

/** Classes of this size and more are judged one by one, where chance does not make them all of one value. */
const LARGE = 10
/** Where chance would make this happen no more often, it was not chance. */
const NO_CHANCE = 1e-6
/** The same for many such classes together, of which it is chosen which. */
const NO_CHANCE_TOGETHER = 1e-9
/** Classes that are judged together determine their values where this share of them is all of one value. */
const MOSTLY = 0.95

/** Counts, class by class, the records whose class tells their masked value. */
interface DeterminedCount {
  /** Adds a class: these records of the order `rows`. */
  add(rows: ArrayLike<number>, from: number, to: number): void
  readonly evidence: Evidence
}

/** Classes that are judged together: the smaller ones by their size, at 0 the larger ones that chance may explain. */
interface Together {
  readonly classes: Int32Array
  readonly pure: Int32Array
  readonly records: Int32Array
  /** Minus the logarithm of the odds that chance makes all of them pure. */
  readonly surprise: Float64Array
}

/**
 * Counts the records whose masked value is determined by the class of equal open values they are in.
 *
 * A class of s records determines its value v where s − count(v) ≤ 0.05·s·(1 − p_v) records have another one, p_v being the
 * share of v in the file: none in smaller classes, and in large ones a twentieth of what chance would make. By chance a
 * class of s is all of one value with Σ p_v^s ≤ (Σ p_v²)·(max p_v)^(s − 2). One of 10 records or more for which these are
 * odds of less than one in a million counts by itself. All others count with those of their size, where 95 % of these are
 * of one value: fewer show no more than that the columns are related. That must not be chance either: the odds of all
 * classes that count, multiplied, are less than one in 10⁹ (there are some hundred choices of sizes). A record alone in its class determines nothing: whoever knows no original has nothing to learn
 * its value from.
 */
function countDetermined(
  { classes, runs: { starts }, present, mode, concentration }: LookedAt,
  counts: Int32Array,
): DeterminedCount {
  const sums = { hits: 0, tried: 0, expected: 0, surprise: 0 }
  const together: Together = {
    classes: new Int32Array(LARGE),
    pure: new Int32Array(LARGE),
    records: new Int32Array(LARGE),
    surprise: new Float64Array(LARGE),
  }
  return {
    add(rows, from, to) {
      let size = 0
      let best = -1
      for (let at = from; at < to; at++) {
        const value = classes[rows[at]]
        if (value < 0) continue
        size++
        counts[value]++
        if (best < 0 || counts[value] > counts[best]) best = value
      }
      sums.tried += size
      if (size >= 2) {
        const allowed = EXCEPTIONS * size * (1 - (starts[best + 1] - starts[best]) / present)
        const isPure = size - counts[best] <= allowed
        // Where an exception is allowed, chance would make twenty: it does not happen.
        const chance = allowed >= 1 ? 0 : concentration * pow(mode, size - 2)
        sums.expected += size * chance
        if (size >= LARGE && chance <= NO_CHANCE) {
          if (isPure) {
            sums.hits += counts[best]
            sums.surprise -= chance > 0 ? log(chance) : log(NO_CHANCE)
          }
        } else {
          const which = size < LARGE ? size : 0
          together.classes[which]++
          together.surprise[which] -= log(chance)
          if (isPure) {
            together.pure[which]++
            together.records[which] += size
          }
        }
      }
      for (let at = from; at < to; at++) if (classes[rows[at]] >= 0) counts[classes[rows[at]]] = 0
    },
    get evidence() {
      const { tried, expected } = sums
      const rules = [...together.classes.keys()].filter(
        (which) => together.pure[which] >= MOSTLY * together.classes[which],
      )
      const surprise = rules.reduce((sum, which) => sum + together.surprise[which], sums.surprise)
      const small = surprise >= -log(NO_CHANCE_TOGETHER) ? rules : []
      const hits = small.reduce((sum, which) => sum + together.records[which], sums.hits)
      return { hits, tried, expected, deviation: 0 }
    },
  }
}

/**
 * How many masked values the classes of equal open values determine.
 * @param runs - records by class, one class after the other: of an open column, or of two together (`pairClasses`)
 * @param masked - the masked column, as it was originally
 * @param counts - a zero a class of the masked column, to count in; zeros are left
 * @param stretches - the parts of their order to look at
 * @returns The records determined, and what chance gives.
 */
export function determinedBy(
  { order, starts }: TieRuns,
  masked: LookedAt,
  counts: Int32Array,
  stretches: readonly Stretch[] = [[0, order.length]],
): Evidence {
  const count = countDetermined(masked, counts)
  for (const [from, to] of stretches) {
    let run = runAt(starts, from)
    for (let start = from; start < to; run++) {
      const end = Math.min(to, starts[run + 1])
      count.add(order, start, end)
      start = end
    }
  }
  return count.evidence
}

/** The run that a place of the order lies in, by bisection. */
function runAt(starts: Uint32Array, at: number): number {
  let run = 0
  let above = starts.length - 1
  while (above - run > 1) {
    const middle = (run + above) >>> 1
    if (starts[middle] <= at) run = middle
    else above = middle
  }
  return run
}

/**
 * The classes of records with equal values in two open columns.
 * @param first - one open column
 * @param second - another
 * @param stretches - the parts of the first column's order to take
 * @returns The records that have both, by class; cost: a sort of these records.
 */
export function pairClasses(first: LookedAt, second: LookedAt, stretches: readonly Stretch[]): TieRuns {
  const rows = new Uint32Array(stretches.reduce((sum, [from, to]) => sum + to - from, 0))
  const keys = new Float64Array(rows.length)
  let count = 0
  for (const [from, to] of stretches) {
    for (let at = from; at < to; at++) {
      const i = first.runs.order[at]
      if (second.classes[i] < 0) continue
      keys[count] = first.classes[i] * second.distinct + second.classes[i]
      rows[count++] = i
    }
  }
  const { order, starts } = tieRuns(keys.subarray(0, count))
  return { order: order.map((at) => rows[at]), starts }
}
