import { networkOf } from './search/network.js'
import { linearBound } from './linear-bound.js'
import type { Suppression, SuppressionProblem } from './problem.js'
import { relationBound } from './relation-bound.js'

/** Up to how many cells that may be suppressed the bound of the linear programs takes about a second. */
const FEW_CELLS = 400
/** The same where an attack is a flow. */
const FEW_OF_NETWORK = 2000

/**
 * A pattern with what no pattern costs less than: by the linear programs of the exact method in a small table, relation by
 * relation in a large one, where those would take longer than the pattern.
 *
 * @param problem - What was asked.
 * @param found - A valid pattern.
 * @returns The pattern and its bound.
 */
export async function bounded(problem: SuppressionProblem, found: Omit<Suppression, 'bound'>): Promise<Suppression> {
  const { cost } = found
  if (cost === 0) return { ...found, bound: 0 }
  const free = problem.fixed.reduce((sum, one) => sum + 1 - one, 0)
  const few = networkOf(problem.table) ? FEW_OF_NETWORK : FEW_CELLS
  const bound = free <= few ? await linearBound(problem) : 0
  return { ...found, bound: Math.min(cost, Math.max(bound, relationBound(problem))) }
}
