import { SdcError } from '@sdc/core'
import { log } from '@sdc/stats'
import { timesLog } from './entropy-terms.js'
import { grassberger } from './grassberger.js'
import { closeness } from './closeness.js'
import type { ClassTest, Tests } from './class-test.js'
import type { Condition, Sensitive } from './problem.js'

/** One condition of one sensitive column. */
export interface ClassCondition extends Tests {
  /** Which histogram of a table it is of. */
  readonly sensitive: number
  /** Whether what holds of a class stays true when it is merged with any other: `necessary` is `holds`. */
  readonly isMonotone: boolean
  /** Whether what holds of two classes holds of both merged. */
  readonly isKeptByMerging: boolean
}

/** What rounding may add to a sum of a few logarithms or shares: equality holds (METHODS §5.9). */
const ROUNDING = 1e-12

/**
 * The conditions of sensitive columns as functions of a class.
 *
 * @param sensitive - The columns.
 * @returns A list of all their conditions.
 * @throws BAD_HIERARCHY where hierarchical closeness has no hierarchy of all values.
 */
export function classConditions(sensitive: readonly Sensitive[]): ClassCondition[] {
  return sensitive.flatMap((one, at) =>
    one.conditions.map((condition) => ({ sensitive: at, ...conditionOf(condition, one) })),
  )
}

function conditionOf(condition: Condition, sensitive: Sensitive): Omit<ClassCondition, 'sensitive'> {
  switch (condition.model) {
    case 'distinct': {
      const holds = atLeast(condition.l)
      return { holds, necessary: holds, isMonotone: true, isKeptByMerging: true }
    }
    case 'entropy':
      return { holds: entropyAtLeast(condition.l), necessary: atLeast(condition.l - ROUNDING), isMonotone: false, isKeptByMerging: true }
    case 'grassberger':
      return { holds: grassberger(condition.l), necessary: atLeast(Math.floor(condition.l)), isMonotone: false, isKeptByMerging: false }
    case 'recursive':
      return { holds: recursive(condition.c, condition.l), necessary: atLeast(condition.l), isMonotone: false, isKeptByMerging: true }
    default: {
      if (condition.model === 'hierarchical' && sensitive.hierarchy?.levels[0].classOf.length !== sensitive.size) {
        throw new SdcError(
          'BAD_HIERARCHY',
          `hierarchical t-closeness of column "${sensitive.column}" needs a hierarchy with a row for each of its ${sensitive.size} values`,
          { column: sensitive.column },
          'Give the column a hierarchy, or choose the equal distance.',
        )
      }
      return { ...closeness(condition.model, condition.t + ROUNDING, sensitive), isMonotone: false, isKeptByMerging: true }
    }
  }
}

function atLeast(l: number): ClassTest {
  return (_, from, to) => to - from >= l
}

/** H = ln n − (1/n)Σ c ln c ≥ ln ℓ. */
function entropyAtLeast(l: number): ClassTest {
  const least = log(l) - ROUNDING
  return ({ counts }, from, to, total) => {
    if (to - from < l - ROUNDING) return false
    let sum = 0
    for (let e = from; e < to; e++) sum += timesLog(counts[e])
    return (timesLog(total) - sum) / total >= least
  }
}

/** At least ℓ values, and r_1 < c(r_ℓ + … + r_m), r sorted descending. */
function recursive(c: number, l: number): ClassTest {
  return ({ counts }, from, to, total) => {
    if (to - from < l) return false
    const sorted = counts.slice(from, to).sort()
    const m = sorted.length
    let most = 0
    for (let i = 1; i < l; i++) most += sorted[m - i]
    return sorted[m - 1] < c * (total - most)
  }
}
