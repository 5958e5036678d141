import { classConditions } from '../conditions/conditions.js'
import { groundOf } from '../classes/ground.js'
import type { GlobalRecoding, NoNode, RecodingProblem } from '../classes/problem.js'
import { searchGround } from './search-ground.js'

/** Result of a search. */
export type SearchResult = { readonly found: GlobalRecoding } | { readonly none: NoNode }

/**
 * The levels of the keys at which all classes are k-anonymous and meet their conditions, once those that do not are
 * suppressed, at the least loss (METHODS §4.19). A class is suppressed where it has fewer than k records or fails any
 * condition; a node satisfies where at most ⌊limit·n⌋ records are. The class of all records is one like any other.
 *
 * Exact up to 10⁶ nodes, with all tied ones, unless more than 100,000 would have to be looked at; else what was found, and a
 * bound of what is possible. Beyond, a beam search with its bound. The nearest node,
 * where none satisfies, is the one that suppresses least: of all nodes of lattices up to 5,000, else of those looked at.
 *
 * @param problem - Keys, conditions, loss and limit.
 * @returns The best node, or that there is none.
 * @throws BAD_HIERARCHY where hierarchical closeness has no hierarchy of all values.
 *
 * Cost: O(n) a key, then O(classes · keys) a node that is looked at, which are few.
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
