import { linearBound } from './linear-bound.js'
import type { Suppression, SuppressionProblem } from './problem.js'
import { relationBound } from './relation-bound.js'

/** Up to how many cells that may be suppressed the bound of the linear programs takes about a second. */
const FEW_CELLS = 400

/**
 * A pattern with what no pattern costs less than: by the linear programs of the exact method in a small table, relation by
 * relation in a large one, where those would take longer than the pattern.
 *
 * @param problem - What was asked.
 * @param found - A valid pattern.
 * @returns The pattern and its bound.
 */
export async function bounded(
  problem: SuppressionProblem,
  { status, cost }: Pick<Suppression, 'status' | 'cost'>,
): Promise<Suppression> {
  if (cost === 0) return { status, cost, bound: 0 }
  const free = problem.fixed.reduce((sum, one) => sum + 1 - one, 0)
  const bound = free <= FEW_CELLS ? await linearBound(problem) : 0
  return { status, cost, bound: Math.min(cost, Math.max(bound, relationBound(problem))) }
}
