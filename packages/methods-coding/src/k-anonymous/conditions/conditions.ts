import { SdcError } from '@sdc/core'
import { closeness } from './closeness.js'
import { distinctDiversity, entropyDiversity, recursiveDiversity } from './diversity.js'
import { grassbergerDiversity } from './grassberger.js'
import type { Tests } from '../classes/class-test.js'
import { testsOfPersons } from './persons.js'
import type { Condition, Sensitive } from '../classes/problem.js'

/** One condition of one sensitive column. */
export interface ClassCondition extends Tests {
  /** Number of the histogram in a table. */
  readonly sensitive: number
  /**
   * True if a class that satisfies the condition still does when it is merged with any other. Nothing can be kept of a
   * class that fails.
   */
  readonly isMonotone: boolean
  /** True if two classes that satisfy the condition satisfy it when they are merged. */
  readonly isKeptByMerging: boolean
}

/** Rounding error allowed in a sum of a few shares: equality satisfies the condition. */
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
    one.conditions.map((condition): ClassCondition => {
      const own = conditionOf(condition, one)
      if (one.pairs === undefined) return { sensitive: at, ...own }
      // A person in both of two classes has another weight in the merged class.
      return { sensitive: at, ...own, ...testsOfPersons(own, one.pairs), isKeptByMerging: own.isMonotone }
    }),
  )
}

function conditionOf(condition: Condition, sensitive: Sensitive): Omit<ClassCondition, 'sensitive'> {
  switch (condition.model) {
    case 'distinct':
      return { ...distinctDiversity(condition.l), isMonotone: true, isKeptByMerging: true }
    case 'entropy':
      return { ...entropyDiversity(condition.l), isMonotone: false, isKeptByMerging: true }
    case 'grassberger':
      return { ...grassbergerDiversity(condition.l), isMonotone: false, isKeptByMerging: false }
    case 'recursive':
      return { ...recursiveDiversity(condition.c, condition.l), isMonotone: false, isKeptByMerging: true }
    default: {
      const values = sensitive.pairs?.values ?? sensitive.size
      if (condition.model === 'hierarchical' && sensitive.hierarchy?.levels[0].classOf.length !== values) {
        throw new SdcError(
          'BAD_HIERARCHY',
          `hierarchical t-closeness of column "${sensitive.column}" needs a hierarchy with a row for each of its ${values} values`,
          { column: sensitive.column },
          'Give the column a hierarchy, or choose the equal distance.',
        )
      }
      return {
        ...closeness(condition.model, condition.t + ROUNDING, sensitive),
        isMonotone: false,
        isKeptByMerging: true,
      }
    }
  }
}
