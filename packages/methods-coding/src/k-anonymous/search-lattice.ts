import { groundTable, Roller } from './class-table.js'
import { verdictOf, type Requirement } from './class-verdict.js'
import { classConditions } from './conditions.js'
import { exactSearch } from './exact-search.js'
import { Exploration } from './exploration.js'
import { groundOf, type Ground } from './ground.js'
import { NodeScore } from './node-score.js'
import type { GlobalRecoding, NoNode, RecodingProblem } from './problem.js'

/** From this share of records on that may be suppressed, what is suppressed decides more than what fails. */
const MUCH = 0.5

/** What a search finds. */
export type SearchResult = { readonly found: GlobalRecoding } | { readonly none: NoNode }

export function searchLattice(problem: RecodingProblem): SearchResult {
  const { ground, ids } = groundOf(problem)
  const requirement = { k: problem.k, conditions: classConditions(problem.sensitive) }
  const result = searchGround(ground, requirement, problem)
  if ('none' in result) return result
  const { found } = result
  const suppressed = ids.map((c) => found.failing[c])
  return { found: { ...found.recoding, suppressed: Uint8Array.from(suppressed) } }
}

export interface GroundResult {
  readonly recoding: Omit<GlobalRecoding, 'suppressed'>
  readonly failing: Uint8Array
}

export function searchGround(
  ground: Ground,
  requirement: Requirement,
  problem: Pick<RecodingProblem, 'loss' | 'mean' | 'gsFactor' | 'suppressionLimit' | 'tick'>,
): { readonly found: GroundResult } | { readonly none: NoNode } {
  const score = new NodeScore(ground, problem)
  const { lattice } = score
  const allowed = Math.floor(problem.suppressionLimit * ground.rows)
  const isBounding = problem.suppressionLimit >= MUCH && problem.gsFactor > 0
  const exploration = new Exploration(ground, requirement, problem, allowed, isBounding)
  exactSearch(exploration, isBounding, problem.tick)
  const { nodes: explored, best } = exploration
  if (best === Infinity) {
    let nearest = explored[0]
    for (const one of explored) if (one.suppressed < nearest.suppressed) nearest = one
    return { none: { nearest: nearest.node, suppressed: nearest.suppressed, nodes: lattice.size } }
  }
  const tied = explored
    .filter(({ score }) => score !== null && score <= best + 1e-9 * Math.max(1, Math.abs(best)))
    .map(({ node }) => node)
    .sort(byHeight)
  const [node] = tied
  const roller = new Roller(ground)
  const bottom = groundTable(ground)
  const table = roller.table(bottom, node)
  const verdict = verdictOf(requirement, table)
  const { ids } = roller.classes(bottom, node)
  const failingOf = new Uint8Array(table.size)
  for (let i = 0; i < verdict.failed; i++) failingOf[ids[verdict.members[i]]] = 1
  const failing = Uint8Array.from({ length: ground.size }, (_, c) => failingOf[ids[c]])
  return {
    found: {
      recoding: {
        node,
        score: score.of(node, verdict),
        classes: verdict.kept,
        least: verdict.least,
        greatest: verdict.greatest,
        tied,
        nodes: lattice.size,
        exact: true,
        explored,
      },
      failing,
    },
  }
}

function byHeight(a: readonly number[], b: readonly number[]): number {
  const height = (node: readonly number[]): number => node.reduce((sum, level) => sum + level, 0)
  return height(a) - height(b) || a.map((level, j) => level - b[j]).find((less) => less !== 0) || 0
}
