import { lostRecords, verdictOf, type Requirement } from '../conditions/class-verdict.js'
import type { Ground } from '../classes/ground.js'
import type { NodeScore } from './node-score.js'
import type { ExploredNode } from '../classes/problem.js'
import { TableCache } from './table-cache.js'

/** The widest beam, and about how many classes are counted at most. */
const WIDEST = 32
const WORK = 2e8

/** What a beam search looked at. */
export interface Beamed {
  readonly nodes: readonly ExploredNode[]
  /** No node scores less. */
  readonly bound: number
}

/**
 * A search from the most general node down, for lattices too great to look at all nodes: of the nodes one level below
 * those at hand, in one column each, the ones that score least are kept, then those that suppress least.
 *
 * The bound: where a column stays below some level, and all others are as general as they can be, too many records are
 * lost; so no node that satisfies has the column there, and none scores less than the node of all these levels without
 * suppression.
 *
 * @param ground - The classes of the file.
 * @param requirement - What classes must hold.
 * @param score - The loss.
 * @param allowed - So many records may be suppressed.
 * @param tick - Is told how far the search is.
 * @returns The nodes looked at, and the bound.
 */
export function beamSearch(
  ground: Ground,
  requirement: Requirement,
  score: NodeScore,
  allowed: number,
  tick?: (fraction: number) => void,
): Beamed {
  const cache = new TableCache(ground, false)
  const top = score.lattice.heights.map((levels) => levels - 1)
  const steps = top.reduce((sum, levels) => sum + levels, 0)
  const width = Math.max(1, Math.min(WIDEST, Math.floor(WORK / (ground.size * top.length * steps))))
  const seen = new Set<string>()
  const nodes: ExploredNode[] = []
  /** Looks at a node, and says whether one below it may satisfy. */
  const look = (node: readonly number[]): { readonly one: ExploredNode; readonly mayLead: boolean } => {
    seen.add(node.join())
    const table = cache.table(node)
    const verdict = verdictOf(requirement, table)
    const satisfies = verdict.suppressed <= allowed
    const one = {
      node,
      satisfies,
      suppressed: verdict.suppressed,
      score: satisfies ? score.of(node, verdict) : null,
    }
    nodes.push(one)
    return { one, mayLead: satisfies || lostRecords(requirement, table).sum <= allowed }
  }
  let beam = [look(top)].filter(({ mayLead }) => mayLead).map(({ one }) => one)
  for (let step = 1; beam.length > 0; step++) {
    tick?.(Math.min(1, step / steps))
    const next: ExploredNode[] = []
    for (const { node } of beam) {
      for (let j = 0; j < node.length; j++) {
        if (node[j] === 0) continue
        const below = node.map((level, i) => (i === j ? level - 1 : level))
        if (seen.has(below.join())) continue
        const { one, mayLead } = look(below)
        if (mayLead) next.push(one)
      }
    }
    beam = next.sort(byScore).slice(0, width)
  }
  const least = top.map((highest, j) => {
    for (let h = 0; h < highest; h++) {
      const node = top.map((level, i) => (i === j ? h : level))
      if (lostRecords(requirement, cache.table(node)).sum <= allowed) return h
    }
    return highest
  })
  return { nodes, bound: score.least(least) }
}

function byScore(a: ExploredNode, b: ExploredNode): number {
  return (a.score ?? Infinity) < (b.score ?? Infinity)
    ? -1
    : (a.score ?? Infinity) > (b.score ?? Infinity)
      ? 1
      : a.suppressed - b.suppressed
}
