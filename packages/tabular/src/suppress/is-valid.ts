import type { SuppressionProblem } from './problem.js'
import { unmetDemands } from './search/unmet.js'

/**
 * Whether a pattern keeps what was asked: every cell suppressed that must be, none that must be published, and every level
 * kept from every attacker.
 *
 * @param problem - What was asked.
 * @param status - The pattern: above 0 where a cell is suppressed.
 * @returns True where nothing is missing.
 */
export async function isValid(problem: SuppressionProblem, status: Uint8Array): Promise<boolean> {
  const { must, fixed } = problem
  if (status.some((one, c) => (one > 0 ? fixed[c] === 1 : must[c] === 1))) return false
  return (await unmetDemands(problem, status)).length === 0
}
