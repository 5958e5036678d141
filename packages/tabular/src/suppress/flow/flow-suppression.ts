import { SdcError } from '@sdc/core'
import type { Suppression, SuppressionProblem } from '../problem.js'
import { suppressBy } from '../greedy/greedy-suppression.js'
import { parentCodes } from '../../table/relations.js'
import { networkOf } from '../search/network.js'
import { networkSearch } from '../search/network-search.js'

/**
 * A valid pattern of a table of rows and columns with their totals, by flows: for each level, the largest first, the cheapest
 * circulation through the sensitive cell beside what is suppressed already; then every cell is dropped that is not needed.
 *
 * @param problem - What is asked, of a table of two dimensions without hierarchies.
 * @param options - `tick` is called with the share that is done; it throws to stop.
 * @returns The pattern.
 * @throws BAD_OPTION for another table; INFEASIBLE with the cell and the greatest level that it can have
 */
export async function flowSuppression(
  problem: SuppressionProblem,
  { tick = () => {} }: { readonly tick?: (fraction: number) => void } = {},
): Promise<Suppression> {
  const { dimensions } = problem.table
  const plain = dimensions.every((dimension) => {
    const parents = parentCodes(dimension)
    return parents.every((parent) => parent < 0 || parents[parent] < 0)
  })
  const network = dimensions.length === 2 && plain ? networkOf(problem.table) : undefined
  if (network) return suppressBy(problem, networkSearch(problem, network), { tick })
  const what = dimensions.length === 2 ? 'this one has a hierarchy' : `this one has ${dimensions.length}`
  throw new SdcError(
    'BAD_OPTION',
    `network flow suppresses in tables of two dimensions without hierarchies; ${what}`,
    {},
    'Use greedy suppression, which takes any table.',
  )
}
