import { groundTable, Roller } from './class-table.js'
import { verdictOf, type Requirement, type Verdict } from './class-verdict.js'
import { classConditions } from './conditions.js'
import { groundOf, type Ground } from './ground.js'
import { latticeOf, levelsOf } from './lattice.js'
import { classLoss, columnLosses, isByColumn, type ColumnLosses } from './losses.js'
import type { ExploredNode, GlobalRecoding, NoNode, RecodingProblem } from './problem.js'

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

export function scoreOf(
  problem: Pick<RecodingProblem, 'loss'>,
  rows: number,
  losses: ColumnLosses,
  node: ArrayLike<number>,
  { failed, members, records, suppressed, kept, squares }: Verdict,
): number {
  if (!isByColumn(problem.loss)) return classLoss(problem.loss, rows, kept, squares, suppressed)
  const columns = Array.from(
    node,
    (h, j) => losses.base[j][h] + (failed > 0 ? losses.added(j, h, members, records, failed) : 0),
  )
  return losses.combine(columns)
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
  const lattice = latticeOf(ground.levels.map(({ length }) => length))
  const losses = columnLosses(ground, problem.loss, problem)
  const allowed = Math.floor(problem.suppressionLimit * ground.rows)
  const roller = new Roller(ground)
  const bottom = groundTable(ground)
  const explored: ExploredNode[] = []
  for (let index = 0; index < lattice.size; index++) {
    const node = levelsOf(lattice, index)
    const verdict = verdictOf(requirement, roller.table(bottom, node))
    const satisfies = verdict.suppressed <= allowed
    const score = satisfies ? scoreOf(problem, ground.rows, losses, node, verdict) : null
    explored.push({ node, satisfies, suppressed: verdict.suppressed, score })
  }
  let best = Infinity
  for (const { score } of explored) if (score !== null && score < best) best = score
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
  const table = roller.table(bottom, node)
  const verdict = verdictOf(requirement, table)
  const score = scoreOf(problem, ground.rows, losses, node, verdict)
  const { ids } = roller.classes(bottom, node)
  const failingOf = new Uint8Array(table.size)
  for (let i = 0; i < verdict.failed; i++) failingOf[ids[verdict.members[i]]] = 1
  const failing = Uint8Array.from({ length: ground.size }, (_, c) => failingOf[ids[c]])
  return {
    found: {
      recoding: {
        node,
        score,
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
