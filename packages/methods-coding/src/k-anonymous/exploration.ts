import { lostClasses, verdictOf, type Requirement } from './class-verdict.js'
import type { Ground } from './ground.js'
import { levelsOf, type Lattice } from './lattice.js'
import { NodeScore, type Objective } from './node-score.js'
import type { ExploredNode } from './problem.js'
import { TableCache } from './table-cache.js'

/** Scores within this of each other, relative, are tied. */
const TIE = 1e-9

/** What nodes below a node score at least, by what it suppresses itself. */
interface BoundBelow {
  readonly node: readonly number[]
  of(node: ArrayLike<number>): number
}

/** What is known of a node. */
const OPEN = 0
const SEEN = 1
const FAILS = 2

/** A lattice as far as it has been looked at: which nodes fail by what is known of others, and what each scores at least. */
export class Exploration {
  readonly lattice: Lattice
  readonly nodes: ExploredNode[] = []
  /** By node, what it scores at least. */
  readonly bound: Float64Array
  /** The least score so far. */
  best = Infinity
  private readonly score: NodeScore
  private readonly cache: TableCache
  private readonly state: Uint8Array
  private readonly below: BoundBelow[] = []
  /** Whether a node below one that fails always fails. */
  private readonly isMonotone: boolean

  /**
   * @param ground - The classes of the file.
   * @param requirement - What classes must hold.
   * @param objective - The loss.
   * @param allowed - So many records may be suppressed.
   */
  constructor(
    private readonly ground: Ground,
    private readonly requirement: Requirement,
    objective: Objective,
    private readonly allowed: number,
  ) {
    this.score = new NodeScore(ground, objective)
    this.cache = new TableCache(ground)
    this.lattice = this.score.lattice
    const { heights, size } = this.lattice
    this.state = new Uint8Array(size)
    this.bound = new Float64Array(size)
    const node = new Uint8Array(heights.length)
    for (let index = 0; index < size; index++) {
      this.bound[index] = this.score.least(node)
      for (let j = heights.length - 1; j >= 0 && ++node[j] === heights[j]; j--) node[j] = 0
    }
    const { conditions } = requirement
    this.isMonotone =
      conditions.every((one) => one.isMonotone) || (allowed === 0 && conditions.every((one) => one.isKeptByMerging))
  }

  /** A score above this is neither the best nor tied with it. */
  get limit(): number {
    return this.best + TIE * Math.max(1, Math.abs(this.best))
  }

  /** Whether a node may satisfy and score as well as the best so far. */
  isOpen(index: number): boolean {
    if (this.state[index] !== OPEN || this.bound[index] > this.limit) return false
    if (this.below.length === 0) return true
    const node = levelsOf(this.lattice, index)
    for (const { node: top, of } of this.below) {
      if (!node.every((level, j) => level <= top[j])) continue
      const least = of(node)
      if (least > this.bound[index]) this.bound[index] = least
      if (least > this.limit) return false
    }
    return true
  }

  /** Whether every node below one fails, and so does it. */
  fails(index: number): boolean {
    return this.state[index] === FAILS
  }

  /**
   * Looks at a node.
   *
   * @param index - The node.
   * @returns Whether it satisfies.
   */
  look(index: number): boolean {
    const node = levelsOf(this.lattice, index)
    const table = this.cache.table(node)
    const verdict = verdictOf(this.requirement, table)
    const satisfies = verdict.suppressed <= this.allowed
    const score = satisfies ? this.score.of(node, verdict) : null
    this.state[index] = SEEN
    this.nodes.push({ node, satisfies, suppressed: verdict.suppressed, score })
    if (score !== null && score < this.best) this.best = score
    if (!satisfies && (this.isMonotone || lostClasses(this.requirement, table).records > this.allowed)) {
      this.markFailing(index)
    }
    const above = this.score.leastAbove(verdict)
    if (above !== undefined) this.raiseAbove(index, above)
    return satisfies
  }

  /**
   * Bounds all nodes below one by the records that each of them suppresses since this one must.
   *
   * @param index - The node.
   */
  boundBelow(index: number): void {
    const node = levelsOf(this.lattice, index)
    const lost = lostClasses(this.requirement, this.cache.table(node))
    if (lost.size === 0) return
    const { ids, size } = this.cache.roller.classes(this.cache.ground, node)
    const isLost = new Uint8Array(size)
    for (let i = 0; i < lost.size; i++) isLost[ids[lost.members[i]]] = 1
    const members = new Int32Array(this.ground.size)
    const records = new Int32Array(this.ground.size)
    let n = 0
    for (let c = 0; c < members.length; c++) {
      if (!isLost[ids[c]]) continue
      members[n] = c
      records[n++] = this.ground.counts[c]
    }
    const of = this.score.leastBelow(node, members, records, n)
    if (of) this.below.push({ node, of })
  }

  /** All nodes below one that fails fail. */
  private markFailing(from: number): void {
    const { state } = this
    const { heights, strides } = this.lattice
    const stack = [from]
    state[from] = FAILS
    for (let at = stack.pop(); at !== undefined; at = stack.pop()) {
      for (let j = 0; j < heights.length; j++) {
        const next = at - strides[j]
        if (Math.floor(at / strides[j]) % heights[j] === 0 || state[next] === FAILS) continue
        state[next] = FAILS
        stack.push(next)
      }
    }
  }

  /** No node above one scores less than this. */
  private raiseAbove(from: number, least: number): void {
    const { bound } = this
    const { heights, strides } = this.lattice
    const stack = [from]
    for (let at = stack.pop(); at !== undefined; at = stack.pop()) {
      for (let j = 0; j < heights.length; j++) {
        const next = at + strides[j]
        if (Math.floor(at / strides[j]) % heights[j] === heights[j] - 1 || bound[next] >= least) continue
        bound[next] = least
        stack.push(next)
      }
    }
  }
}
