import { log, pow, tieRuns, type TieRuns } from '@sdc/stats'
import type { Evidence } from './evidence.js'
import type { LookedAt } from './looked-at.js'
import type { Stretch } from './stretches.js'

/** Share of the chance exceptions of a class that is tolerated: typing errors, not another value. */
const EXCEPTIONS = 0.05

/** Classes of at least this size are judged one by one, if chance does not give all records one value. */
const LARGE = 10
/** Limit of the probability of a chance result. */
const NO_CHANCE = 1e-6
/** The same limit for many classes together, which allows for their selection. */
const NO_CHANCE_TOGETHER = 1e-9
/** Classes that are judged together determine their values if this share of them has one value. */
const MOSTLY = 0.95

/** Counter, by class, of the records whose class determines their masked value. */
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
  /** Minus the logarithm of the odds that all of them are pure by chance. */
  readonly surprise: Float64Array
}

/**
 * Counts the records whose masked value is determined by their class of equal open values.
 *
 * A class of s records determines its value v if s − count(v) ≤ 0.05·s·(1 − p_v) records have another one, p_v being
 * the share of v in the file. This permits no exception in smaller classes, and a twentieth of the expected number in
 * large ones. By chance all records of a class of s have one value with probability Σ p_v^s ≤ (Σ p_v²)·(max p_v)^(s −
 * 2).
 *
 * A class of 10 records or more for which this is less than one in a million counts by itself. All others count with
 * those of their size, if 95 % of these have one value: a smaller share shows only that the columns are related. All
 * classes that count must not be explained by chance either: the product of their odds is less than one in 10⁹ (there
 * are some hundred choices of sizes). A record alone in its class determines nothing, because an intruder without
 * originals cannot learn its value.
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
        // If an exception is permitted, chance would make twenty: it does not happen.
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
 * Counts the masked values that the classes of equal open values determine.
 *
 * @param runs - Records by class, one class after the other: of an open column, or of two together (`pairClasses`).
 * @param masked - The masked column, with its original values.
 * @param counts - Work array of zeros, one for each class of the masked column; zeros again on return.
 * @param stretches - The parts of their order to search.
 * @returns The number of determined records, and its expectation by chance.
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

/** Run that contains a place of the order, by bisection. */
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
 * Returns the classes of records with equal values in two open columns.
 *
 * @param first - An open column.
 * @param second - Another open column.
 * @param stretches - The parts of the first column's order to take.
 * @returns The records that have both values, by class. Cost: a sort of these records.
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
