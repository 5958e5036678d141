import { lostRecords, verdictOf, type Requirement } from '../conditions/class-verdict.js'
import type { Ground } from '../classes/ground.js'
import type { NodeScore } from './node-score.js'
import type { ExploredNode } from '../classes/problem.js'
import { TableCache } from './table-cache.js'

/** Greatest width of the beam, and the approximate maximum number of classes that are counted. */
const WIDEST = 32
const WORK = 2e8

/** Result of a beam search. */
export interface Beamed {
  readonly nodes: readonly ExploredNode[]
  /** Lower bound of all scores. */
  readonly bound: number
}

/**
 * Searches from the most general node down, for lattices too large to evaluate every node. Candidates are the nodes one
 * level below the present ones in one column. The search keeps those with the least score, then those that suppress
 * least.
 *
 * The bound: if a column stays below some level and all others are as general as possible, too many records are
 * suppressed. So no satisfying node has that column below that level, and none scores less than the node of all these
 * levels without suppression.
 *
 * @param ground - The classes of the file.
 * @param requirement - Requirement on every class.
 * @param score - The loss.
 * @param allowed - Maximum number of suppressed records.
 * @param tick - Receives the progress of the search.
 * @returns The evaluated nodes, and the bound.
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
  /** Evaluates a node, and reports whether one below it may satisfy. */
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
