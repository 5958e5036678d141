import type { ClassTable } from '../classes/class-table.js'
import { lostRecords, verdictOf, type Requirement } from '../conditions/class-verdict.js'
import type { Ground } from '../classes/ground.js'
import { levelsOf, type Lattice } from './lattice.js'
import type { NodeScore } from './node-score.js'
import type { ExploredNode } from '../classes/problem.js'
import { TableCache } from './table-cache.js'

/** Scores within this of each other, relative, are tied. */
const TIE = 1e-9

/** Up to this number of ground classes, tables remember their source. */
const TRACED = 1 << 17

/** Lower bound of the scores of nodes below a node, from its own suppression. */
interface BoundBelow {
  readonly node: ArrayLike<number>
  of(node: ArrayLike<number>): number
}

/** Knowledge about a node. */
const OPEN = 0
const SEEN = 1
const FAILS = 2

/** State of a search: which nodes fail because others do, and a lower bound of each score. */
export class Exploration {
  readonly lattice: Lattice
  readonly nodes: ExploredNode[] = []
  /** Lower bound of the score of each node. */
  readonly bound: Float64Array
  /** The least score so far. */
  best = Infinity
  private readonly cache: TableCache
  private readonly state: Uint8Array
  private readonly looked = new Set<number>()
  private readonly below: BoundBelow[] = []
  /** Table of the node evaluated last. */
  private last: ClassTable | undefined
  /** True if a node below a failing one always fails. */
  private readonly isMonotone: boolean

  /**
   * @param ground - The classes of the file.
   * @param requirement - Requirement on every class.
   * @param score - The loss.
   * @param allowed - Maximum number of suppressed records.
   * @param isBounding - True if `boundBelow` will be called.
   */
  constructor(
    ground: Ground,
    private readonly requirement: Requirement,
    private readonly score: NodeScore,
    private readonly allowed: number,
    isBounding: boolean,
  ) {
    this.cache = new TableCache(ground, isBounding && ground.size <= TRACED)
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

  /** The same from stored knowledge: a node for which it is false is closed for good. */
  mayBeOpen(index: number): boolean {
    return this.state[index] === OPEN && !(this.bound[index] > this.limit)
  }

  /** Returns true if a node may satisfy and score as well as the best so far. */
  isOpen(index: number): boolean {
    if (!this.mayBeOpen(index)) return false
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

  /** Returns true if a node and every node below it fail. */
  fails(index: number): boolean {
    return this.state[index] === FAILS
  }

  /**
   * Evaluates a node.
   *
   * @param index - The node.
   * @returns True if it satisfies.
   */
  look(index: number): boolean {
    const node = levelsOf(this.lattice, index)
    const table = this.cache.table(node)
    this.last = table
    const verdict = verdictOf(this.requirement, table)
    const satisfies = verdict.suppressed <= this.allowed
    const score = satisfies ? this.score.of(node, verdict) : null
    this.state[index] = SEEN
    this.looked.add(index)
    this.nodes.push({ node, satisfies, suppressed: verdict.suppressed, score })
    if (score !== null && score < this.best) this.best = score
    if (!satisfies && (this.isMonotone || lostRecords(this.requirement, table).sum > this.allowed)) {
      this.markFailing(index)
    }
    const above = this.score.leastAbove(verdict)
    if (above !== undefined) this.raiseAbove(index, above)
    return satisfies
  }

  /**
   * Evaluates a node unless it was evaluated before, whatever is known of it.
   *
   * @param index - The node.
   */
  lookUnlessSeen(index: number): void {
    if (!this.looked.has(index)) this.look(index)
  }

  /** Bounds all nodes below the node evaluated last by the records that each of them must suppress. */
  boundBelow(): void {
    const table = this.last
    if (table === undefined) return
    const lost = lostRecords(this.requirement, table)
    if (lost.sum === 0) return
    const partly = new Int32Array(table.size)
    const isLost = new Uint8Array(table.size)
    for (let c = 0; c < table.size; c++) {
      if (lost.byClass[c] === table.counts[c]) isLost[c] = 1
      else partly[c] = lost.byClass[c]
    }
    const of = this.score.leastBelow(table.node, {
      members: table.members,
      partly,
      isLost: this.groundOf(isLost, table),
    })
    if (of) this.below.push({ node: table.node, of })
  }

  /** Flags of the ground classes, from the flags of their classes in a table. */
  private groundOf(isLost: Uint8Array, table: ClassTable): Uint8Array {
    const { roller, ground } = this.cache
    if (table.from === undefined && table !== ground) {
      const { ids, size } = roller.classes(ground, table.node)
      const byId = new Uint8Array(size)
      for (let c = 0; c < table.size; c++) byId[ids[table.members[c]]] = isLost[c]
      return lowered(byId, ids, ground.size)
    }
    let is = isLost
    for (let { from } = table; from !== undefined; from = from.table.from) is = lowered(is, from.ids, from.table.size)
    return is
  }

  /** Marks all nodes below a failing one as failing. */
  private markFailing(from: number): void {
    const { state } = this
    const { heights, strides } = this.lattice
    const stack = [from]
    state[from] = FAILS
    for (let at = stack.pop(); at !== undefined; at = stack.pop()) {
      for (let j = 0; j < heights.length; j++) {
        const next = at - strides[j]
        if (((at / strides[j]) | 0) % heights[j] === 0 || state[next] === FAILS) continue
        state[next] = FAILS
        stack.push(next)
      }
    }
  }

  /** Raises the bounds of all nodes above a node. */
  private raiseAbove(from: number, least: number): void {
    const { bound } = this
    const { heights, strides } = this.lattice
    const stack = [from]
    for (let at = stack.pop(); at !== undefined; at = stack.pop()) {
      for (let j = 0; j < heights.length; j++) {
        const next = at + strides[j]
        if (((at / strides[j]) | 0) % heights[j] === heights[j] - 1 || bound[next] >= least) continue
        bound[next] = least
        stack.push(next)
      }
    }
  }
}

/** Flags of the classes of a lower table, from the flags of their classes above. */
function lowered(is: Uint8Array, ids: Int32Array, size: number): Uint8Array {
  const below = new Uint8Array(size)
  for (let c = 0; c < size; c++) below[c] = is[ids[c]]
  return below
}
