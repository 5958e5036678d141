import type { Attackers } from './attack.js'
import { cutKey, cutOf, leftSide, type Cut } from './cuts.js'
import type { Target, Task } from './task.js'

/** A level reached except for this share is kept: below the tolerance of the audit, above that of the programs. */
export const KEPT = 1 - 5e-7

/** Extra room of every cell in the search for proofs, as a share of its possible contribution. */
const CREEP = 1e-3

/** Least violation of a cut that is worth a row. */
const WORTH = 1e-3

/** Distinct cuts, by key. */
export interface CutPool {
  readonly cuts: readonly Cut[]
  /** Adds a cut; true if it is new. */
  add(cut: Cut): boolean
}

export function cutPool(): CutPool {
  const cuts: Cut[] = []
  const names = new Set<string>()
  return {
    cuts,
    add(cut) {
      const name = cutKey(cut)
      if (names.has(name)) return false
      names.add(name)
      cuts.push(cut)
      return true
    },
  }
}

export interface SeparateOptions {
  /** Number of further cuts per target, without the cells of the earlier ones (taken as suppressed). */
  readonly more?: number | undefined
  /** Least violation of a cut. */
  readonly least?: number | undefined
  /** First target, and sufficient number of cuts: programs of many targets take long. */
  readonly from?: number | undefined
  readonly enough?: number | undefined
}

export interface Separated {
  readonly cuts: readonly Cut[]
  /** Target to continue with. */
  readonly next: number
  /** Share of the targets examined. */
  readonly asked: number
}

/**
 * Finds cuts that shares of suppression y violate, target by target, until there are enough.
 *
 * @param task - Cells, relations and targets.
 * @param attackers - Attackers of the task.
 * @param y - Shares from 0 to 1.
 * @param options - First target, and conditions to stop.
 * @returns Violated cuts; none if all targets were examined and y satisfies all.
 */
export function fractionalCuts(
  task: Task,
  attackers: Attackers,
  y: Float64Array,
  { more = 0, least = WORTH, from = 0, enough = Infinity }: SeparateOptions = {},
): Separated {
  const { targets } = task
  const found: Cut[] = []
  for (let t = 0; t < targets.length; t++) {
    const target = targets[(from + t) % targets.length]
    let share = y
    for (let k = 0; k <= more; k++) {
      const { proofs } = attackers.attack(target, share, { whole: false, creep: CREEP })
      let first: Cut | undefined
      for (const proof of proofs) {
        const cut = cutOf(task, proof)
        if (!cut || leftSide(cut, y) > 1 - least) continue
        first ??= cut
        found.push(cut)
      }
      if (!first || k === more) break
      share = share === y ? y.slice() : share
      for (const c of first.cells) share[c] = 1
    }
    if (found.length >= enough)
      return { cuts: found, next: (from + t + 1) % targets.length, asked: (t + 1) / targets.length }
  }
  return { cuts: found, next: from, asked: 1 }
}

/** Faults of a pattern. */
export interface Shortfall {
  readonly targets: readonly Target[]
  readonly cuts: readonly Cut[]
}

/**
 * Finds the targets that a pattern does not keep, with at least one cut for each.
 *
 * @param task - Cells, relations and targets.
 * @param attackers - Attackers of the task.
 * @param status - 1 for suppressed cells.
 * @param options - `more`: number of further cuts per target; `enough`: sufficient number of cuts.
 * @returns The failed targets and cuts; empty for a valid pattern.
 */
export function shortfall(
  task: Task,
  attackers: Attackers,
  status: Uint8Array,
  { more = 0, enough = Infinity }: Pick<SeparateOptions, 'more' | 'enough'>,
): Shortfall {
  const targets: Target[] = []
  const cuts: Cut[] = []
  for (const target of task.targets) {
    if (cuts.length >= enough) break
    if (attackers.attack(target, status, { whole: true, creep: 0 }).reach >= KEPT) continue
    targets.push(target)
    let share = status
    for (let k = 0; k <= more; k++) {
      const found = wholeCuts(task, attackers, target, share)
      if (found.length === 0) break
      cuts.push(...found)
      share = share === status ? status.slice() : share
      for (const c of found[0].cells) share[c] = 1
    }
  }
  return { targets, cuts }
}

function wholeCuts(task: Task, attackers: Attackers, target: Target, status: Uint8Array): Cut[] {
  const found: Cut[] = []
  for (const creep of [CREEP, CREEP / 1000, 0]) {
    const { reach, proofs } = attackers.attack(target, status, { whole: true, creep })
    if (creep === 0 && reach >= KEPT) return found
    for (const proof of proofs) {
      const cut = cutOf(task, proof)
      if (cut && leftSide(cut, status) < 1 - 1e-6) found.push(cut)
    }
  }
  if (found.length > 0) return found
  // Rounding hides the cut of the program; a failed pattern still needs a further cell.
  const others = Int32Array.from([...status.keys()].filter((c) => status[c] === 0))
  return [{ cells: others, values: new Float64Array(others.length).fill(1), least: 1 }]
}
