import { classConditions } from '../conditions/conditions.js'
import { groundOf } from '../classes/ground.js'
import type { GlobalRecoding, NoNode, RecodingProblem } from '../classes/problem.js'
import { searchGround } from './search-ground.js'

/** Result of a search. */
export type SearchResult = { readonly found: GlobalRecoding } | { readonly none: NoNode }

/**
 * Finds the levels of the keys with the least loss at which all classes are k-anonymous and meet their conditions,
 * after failing classes are suppressed. A class is suppressed if it has fewer than k records or fails
 * any condition. A node satisfies if at most ⌊limit·n⌋ records are suppressed. The class of all records has no special
 * rule.
 *
 * Up to 10⁶ nodes the search is exact, with all tied nodes, unless more than 100,000 nodes would have to be evaluated.
 * Then the result is the best node found and a lower bound of all scores. Larger lattices use a beam search with its
 * bound. If no node satisfies, the nearest node is the one that suppresses least: of all nodes in lattices up to 5,000,
 * otherwise of those evaluated.
 *
 * @param problem - Keys, conditions, loss and limit.
 * @returns The best node, or the information that there is none.
 * @throws BAD_HIERARCHY if hierarchical closeness has no hierarchy of all values.
 *
 * Cost: O(n) a key, then O(classes · keys) for each evaluated node; these are few.
 */
export function searchLattice(problem: RecodingProblem): SearchResult {
  const { ground, ids } = groundOf(problem)
  const requirement = { k: problem.k, conditions: classConditions(problem.sensitive) }
  const result = searchGround(ground, requirement, problem)
  if ('nearest' in result) {
    const { node, suppressed } = result.nearest()
    return { none: { nearest: node, suppressed, nodes: result.nodes } }
  }
  const { recoding, failing } = result.found
  return { found: { ...recoding, suppressed: Uint8Array.from(ids, (c) => failing[c]) } }
}
