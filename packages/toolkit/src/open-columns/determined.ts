import { pow, sortOrder } from '@sdc/stats'
import type { Evidence } from './evidence.js'
import type { LookedAt } from './looked-at.js'
import type { Stretch } from './stretches.js'

/** Of the exceptions that chance would make in a class, the share that is overlooked: typing errors, not another value. */
const EXCEPTIONS = 0.05

/** Classes below this size are judged together with all of their size. */
const SMALL = 10
/** Small classes of one size determine their values where this share of them is all of one value. */
const MOSTLY = 0.95

/** Counts, class by class, the records whose class tells their masked value. */
interface DeterminedCount {
  /** Adds a class: these records of the order `rows`. */
  add(rows: ArrayLike<number>, from: number, to: number): void
  readonly evidence: Evidence
}

/**
 * Counts the records whose masked value is determined by the class of equal open values they are in.
 *
 * A class of s ≥ 10 records determines its value v where s − count(v) ≤ 0.05·s·(1 − p_v) records have another one, p_v
 * being the share of v in the file: none in smaller classes, and in large ones a twentieth of what chance would make. A
 * class of 2 to 9 may be all of one value because the columns are merely related: it counts where 95 % of the classes of
 * its size are. A record alone in its class determines nothing: whoever knows no original has nothing to learn its value
 * from. By chance a class of s is all of one value with Σ p_v^s ≤ (Σ p_v²)·(max p_v)^(s − 2), which is what is expected.
 */
function countDetermined({ classes, sizes, present, mode, concentration }: LookedAt): DeterminedCount {
  const counts = new Int32Array(sizes.length)
  const sums = { hits: 0, tried: 0, expected: 0, variance: 0 }
  const small = { all: new Int32Array(SMALL), pure: new Int32Array(SMALL) }
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
        const allowed = EXCEPTIONS * size * (1 - sizes[best] / present)
        const isDetermined = size - counts[best] <= allowed
        if (size < SMALL) {
          small.all[size]++
          if (isDetermined) small.pure[size]++
        } else if (isDetermined) sums.hits += counts[best]
        // Where an exception is allowed, chance would make twenty: it does not happen.
        const all = allowed >= 1 ? 0 : concentration * pow(mode, size - 2)
        sums.expected += size * all
        sums.variance += size * size * all * (1 - all)
      }
      for (let at = from; at < to; at++) if (classes[rows[at]] >= 0) counts[classes[rows[at]]] = 0
    },
    get evidence() {
      const { tried, expected, variance } = sums
      let { hits } = sums
      for (let size = 2; size < SMALL; size++)
        if (small.pure[size] >= MOSTLY * small.all[size]) hits += size * small.pure[size]
      return { hits, tried, expected, deviation: Math.sqrt(variance) }
    },
  }
}

/**
 * How many masked values the classes of equal open values determine.
 * @param classes - records by class, one class after the other: of an open column, or of two together (`pairClasses`)
 * @param masked - the masked column, as it was originally
 * @param stretches - the parts of their order to look at
 * @returns the records determined, and what chance gives
 */
export function determinedBy(
  { order, classes }: Classes,
  masked: LookedAt,
  stretches: readonly Stretch[] = [[0, order.length]],
): Evidence {
  const count = countDetermined(masked)
  for (const [from, to] of stretches) {
    let start = from
    for (let at = from + 1; at <= to; at++) {
      if (at < to && classes[order[at]] === classes[order[start]]) continue
      count.add(order, start, at)
      start = at
    }
  }
  return count.evidence
}

/** Records in the order of their classes, and the class of every record of the file. */
export interface Classes {
  readonly order: ArrayLike<number>
  readonly classes: ArrayLike<number>
}

/**
 * The classes of records with equal values in two open columns.
 * @param first - one open column
 * @param second - another
 * @param stretches - the parts of the first column's order to take
 * @returns the records that have both, by class; cost: a sort of these records
 */
export function pairClasses(first: LookedAt, second: LookedAt, stretches: readonly Stretch[]): Classes {
  const rows: number[] = []
  for (const [from, to] of stretches)
    for (const i of first.runs.order.subarray(from, to)) if (second.classes[i] >= 0) rows.push(i)
  const classes = new Float64Array(first.classes.length).fill(-1)
  for (const i of rows) classes[i] = first.classes[i] * second.distinct + second.classes[i]
  const order = sortOrder(Float64Array.from(rows, (i) => classes[i])).map((at) => rows[at])
  return { order, classes }
}
