import type { ClassTable } from './class-table.js'
import { lostClasses, verdictOf, type LostClasses, type Requirement } from './class-verdict.js'
import type { Ground } from './ground.js'
import { levelsOf, type Lattice } from './lattice.js'
import { NodeScore, type Objective } from './node-score.js'
import type { ExploredNode } from './problem.js'
import { TableCache } from './table-cache.js'

/** Scores within this of each other, relative, are tied. */
const TIE = 1e-9

/** Up to so many ground classes, tables remember what they were rolled up from. */
const TRACED = 1 << 17

/** What nodes below a node score at least, by what it suppresses itself. */
interface BoundBelow {
  readonly node: ArrayLike<number>
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
  /** The table that was looked at last. */
  private last: ClassTable | undefined
  /** Whether a node below one that fails always fails. */
  private readonly isMonotone: boolean

  /**
   * @param ground - The classes of the file.
   * @param requirement - What classes must hold.
   * @param objective - The loss.
   * @param allowed - So many records may be suppressed.
   * @param isBounding - Whether `boundBelow` will be asked.
   */
  constructor(
    private readonly ground: Ground,
    private readonly requirement: Requirement,
    objective: Objective,
    private readonly allowed: number,
    isBounding: boolean,
  ) {
    this.score = new NodeScore(ground, objective)
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
    this.last = table
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
   * Bounds all nodes below the one looked at last by the records that each of them suppresses since this one must.
   */
  boundBelow(): void {
    const table = this.last
    if (table === undefined) return
    const lost = lostClasses(this.requirement, table)
    if (lost.size === 0) return
    const isLost = this.groundOf(lost, table)
    const members = new Int32Array(this.ground.size)
    const records = new Int32Array(this.ground.size)
    let n = 0
    for (let c = 0; c < members.length; c++) {
      if (isLost[c] === 0) continue
      members[n] = c
      records[n++] = this.ground.counts[c]
    }
    const of = this.score.leastBelow(table.node, members, records, n)
    if (of) this.below.push({ node: table.node, of })
  }

  /** By ground class, whether it is in one of these. */
  private groundOf({ classes, size }: LostClasses, table: ClassTable): Uint8Array {
    const { roller, ground } = this.cache
    if (table.from === undefined && table !== ground) {
      const { ids, size: all } = roller.classes(ground, table.node)
      const isLost = new Uint8Array(all)
      for (let i = 0; i < size; i++) isLost[ids[table.members[classes[i]]]] = 1
      return lowered(isLost, ids, ground.size)
    }
    let isLost: Uint8Array = new Uint8Array(table.size)
    for (let i = 0; i < size; i++) isLost[classes[i]] = 1
    for (let { from } = table; from !== undefined; from = from.table.from) {
      isLost = lowered(isLost, from.ids, from.table.size)
    }
    return isLost
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

/** By class of a lower table, what is said of its class above. */
function lowered(is: Uint8Array, ids: Int32Array, size: number): Uint8Array {
  const below = new Uint8Array(size)
  for (let c = 0; c < size; c++) below[c] = is[ids[c]]
  return below
}
