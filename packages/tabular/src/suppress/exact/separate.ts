import type { Attackers } from './attack.js'
import { cutKey, cutOf, leftSide, type Cut } from './cuts.js'
import type { Target, Task } from './task.js'

/** A level that is reached but for this share of it is kept: below the tolerance of the audit, above that of the programs. */
export const KEPT = 1 - 5e-7

/** Room for every cell where a proof is looked for, as a share of what it can contribute. */
const CREEP = 1e-3

/** A cut that is missed by less is not worth its row. */
const WORTH = 1e-3

/** Cuts by their names, each once. */
export interface CutPool {
  readonly cuts: readonly Cut[]
  /** Whether it is new. */
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
  /** How many further cuts of one target, without the cells of those that were found (taken as suppressed). */
  readonly more?: number | undefined
  /** By how much a cut is missed at least. */
  readonly least?: number | undefined
  /** The target to begin with, and how many cuts are enough: programs of many targets take their time. */
  readonly from?: number | undefined
  readonly enough?: number | undefined
}

export interface Separated {
  readonly cuts: readonly Cut[]
  /** The target to go on with. */
  readonly next: number
  /** The share of the targets that were asked. */
  readonly asked: number
}

/**
 * Cuts that shares of suppression y violate, of one target after the other, until there are enough.
 *
 * @param task - What is to be protected.
 * @param attackers - Its attackers.
 * @param y - Shares from 0 to 1.
 * @param options - Where to begin, and when to stop.
 * @returns Cuts that y does not keep; none where all targets were asked and y keeps all.
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

/** What is wrong with a pattern. */
export interface Shortfall {
  readonly targets: readonly Target[]
  readonly cuts: readonly Cut[]
}

/**
 * Targets that a pattern does not keep, and cuts that say so: at least one for each.
 *
 * @param task - What is to be protected.
 * @param attackers - Its attackers.
 * @param status - 1 for suppressed cells.
 * @param options - `more`: how many further cuts of one target; `enough`: so many cuts are.
 * @returns Nothing where the pattern is valid.
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
  // Rounding hides the cut of the program, but a pattern that fails needs a further cell all the same.
  const others = Int32Array.from([...status.keys()].filter((c) => status[c] === 0))
  return [{ cells: others, values: new Float64Array(others.length).fill(1), least: 1 }]
}
