import type { Requirement } from '../conditions/class-verdict.js'
import type { Histogram } from '../classes/class-test.js'
import type { Ground } from '../classes/ground.js'

/** Result of recoding records one by one: the levels of each ground class, and whether it is suppressed. */
export interface Recoded {
  /** Level of each ground class, by key. */
  readonly levels: readonly Uint8Array[]
  readonly suppressed: Uint8Array
}

/**
 * Equivalence classes of the released file: records are in one class if all their labels are equal, even at different
 * levels.
 */
export class ReleasedClasses {
  /** Ground classes of each class, by its value. */
  readonly members = new Map<string, readonly number[]>()
  private readonly places: readonly Int32Array[]

  /**
   * @param ground - The equivalence classes of the unchanged file.
   * @param recoded - Their levels; every change of them is reported by `set`.
   * @param requirement - Requirement on every class.
   */
  constructor(
    private readonly ground: Ground,
    readonly recoded: Recoded,
    private readonly requirement: Requirement,
  ) {
    this.places = ground.histograms.map(({ size }) => new Int32Array(size).fill(-1))
    const lists = new Map<string, number[]>()
    for (let c = 0; c < ground.size; c++) {
      if (recoded.suppressed[c]) continue
      const value = this.valueOf(c)
      const list = lists.get(value)
      if (list) list.push(c)
      else lists.set(value, [c])
    }
    this.members = lists
  }

  /**
   * Returns the released value of the records of a ground class.
   *
   * @param c - The ground class.
   * @param column - A key that is recoded to another level than its own.
   * @param level - The other level.
   * @returns The labels' numbers.
   */
  valueOf(c: number, column = -1, level = 0): string {
    const { levels } = this.recoded
    let value = ''
    for (let j = 0; j < levels.length; j++) value += `${this.label(j, j === column ? level : levels[j][c], c)},`
    return value
  }

  /** The same for a ground class at a node. */
  valueAt(c: number, node: readonly number[]): string {
    return node.reduce((value, level, j) => `${value}${this.label(j, level, c)},`, '')
  }

  /** Changes the members of a class, or removes the class if there are none. */
  set(value: string, members: readonly number[]): void {
    if (members.length > 0) this.members.set(value, members)
    else this.members.delete(value)
  }

  /**
   * Returns true if some ground classes, merged into one class, pass.
   *
   * @param members - The ground classes.
   * @returns True if they have k records together and meet every condition.
   *
   * Cost: O(entries of their histograms).
   */
  pass(members: readonly number[]): boolean {
    const { k, conditions } = this.requirement
    const total = this.records(members)
    if (total < k) return false
    let merged: Histogram | undefined
    let last = -1
    for (const { sensitive, holds } of conditions) {
      if (sensitive !== last || merged === undefined) merged = this.histogram(sensitive, members)
      last = sensitive
      if (!holds(merged, 0, merged.values.length, total)) return false
    }
    return true
  }

  /** Number of records of some ground classes. */
  records(members: readonly number[]): number {
    let sum = 0
    for (const c of members) sum += this.ground.counts[c]
    return sum
  }

  private label(j: number, level: number, c: number): number {
    const { codes, labels } = this.ground.levels[j][level]
    return labels[codes[c]]
  }

  private histogram(sensitive: number, members: readonly number[]): Histogram {
    const { starts, values, counts, size } = this.ground.histograms[sensitive]
    const place = this.places[sensitive]
    const ownValues: number[] = []
    const ownCounts: number[] = []
    for (const c of members) {
      for (let e = starts[c]; e < starts[c + 1]; e++) {
        const value = values[e]
        if (place[value] < 0) {
          place[value] = ownValues.push(value) - 1
          ownCounts.push(counts[e])
        } else ownCounts[place[value]] += counts[e]
      }
    }
    for (const value of ownValues) place[value] = -1
    return {
      starts: Int32Array.of(0, ownValues.length),
      values: Int32Array.from(ownValues),
      counts: Int32Array.from(ownCounts),
      size,
    }
  }
}
