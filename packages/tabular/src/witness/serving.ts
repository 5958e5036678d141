import type { Witness } from '@sdc/core'
import { isOwn, ownOf, respondentOf, type AttackModel, type Demand } from '../attackers/attack-model.js'
import type { Knowledge } from './local-program.js'
import { reachOf, TOLERANCE } from './reach.js'

/** Attackers that the witnesses of a demand serve. */
export interface Serving {
  /** Attackers that no witness serves; undefined if everybody is not served. */
  open(demand: Demand, witnesses: readonly Witness[]): number[] | undefined
  /** Common knowledge of some attackers. */
  knowledge(attackers: readonly number[]): Knowledge
  /** Attackers who know that a witness is not the truth. */
  touched(witness: Witness): ReadonlySet<number>
}

const NOBODY: ReadonlySet<number> = new Set()

/**
 * Determines whom witnesses serve. A witness serves everybody if it moves the demand's sum by its level. It serves a
 * respondent if it moves no cell that they know, none below their contribution, and the sum by the level against them.
 *
 * @param model - Knowledge of the attackers.
 * @returns Functions that tell whom witnesses serve.
 */
export function servingOf(model: AttackModel): Serving {
  const { respondents, singletons, own, table, levelFrom, deeper } = model
  const { owner, contributors, loneCells } = respondents
  const several = new Set(own ? respondents.several : [])
  const known = new WeakMap<Witness, ReadonlySet<number>>()
  const touched = (witness: Witness): ReadonlySet<number> => {
    if (!singletons && several.size === 0) return NOBODY
    const made = known.get(witness)
    if (made) return made
    const found = new Set<number>()
    witness.cells.forEach((cell, i) => {
      if (owner[cell] >= 0) {
        if (singletons) found.add(owner[cell])
        if (several.has(owner[cell])) found.add(ownOf(owner[cell]))
      }
      const down = -witness.differences[i]
      if (several.size === 0 || down <= 0) return
      const slack = TOLERANCE * Math.abs(table.values[cell])
      for (const [who, y] of contributors(cell))
        if (several.has(who) && down > table.values[cell] - y + slack) found.add(ownOf(who))
    })
    known.set(witness, found)
    return found
  }
  return {
    touched,
    open(demand, witnesses) {
      const full = witnesses.find((one) => reachOf(one, demand) >= demand.level * (1 - TOLERANCE))
      if (full === undefined) return undefined
      if (demand.cells.length > 1) return []
      const asking = new Set([...touched(full), ...deeper(demand)])
      return [...asking].filter((who) => {
        const level = levelFrom(who, demand)
        if (!(level > 0)) return false
        return !witnesses.some((one) => !touched(one).has(who) && reachOf(one, demand) >= level * (1 - TOLERANCE))
      })
    },
    knowledge(who) {
      const blocked = new Set<number>()
      const below = new Map<number, number>()
      for (const attacker of who) {
        const one = respondentOf(attacker)
        for (const cell of loneCells(one)) blocked.add(cell)
        if (!isOwn(attacker)) continue
        for (const [cell, y] of respondents.contributions(one))
          below.set(cell, Math.max(0, Math.min(below.get(cell) ?? Infinity, table.values[cell] - y)))
      }
      return { blocked, below }
    },
  }
}
