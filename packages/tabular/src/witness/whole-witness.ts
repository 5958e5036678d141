import type { Witness } from '@sdc/core'
import type { Room } from '../attackers/room.js'
import type { RelationIndex } from '../table/relation-index.js'
import type { Knowledge } from './local-program.js'

/** Distance from a whole number up to which a value counts as whole. */
export const WHOLE = 1e-5
/** A witness of halves or thirds becomes whole when doubled or tripled. */
const MOST_TIMES = 6

/** Rounds a difference to a whole number within the solver's tolerance, which is relative to the level. */
export function roundedTo(value: number, level: number): number {
  const near = Math.round(value)
  return Math.abs(value - near) <= Math.min(0.1, WHOLE * Math.max(1, level)) ? near : value
}

/** Returns true if the differences of a witness are whole and satisfy every relation. */
export function isWhole({ cells, differences }: Witness, index: RelationIndex): boolean {
  return differences.every((d) => Number.isInteger(d)) && addsUp(cells, differences, index)
}

/**
 * Multiplies a witness until it is whole, within the bounds: if a larger difference cannot be excluded, neither can the
 * level.
 *
 * @param witness - Solution of a linear program.
 * @param level - Level of the demand.
 * @param index - Relations of every cell.
 * @param room - Possible deviations of the cells.
 * @param knowledge - Knowledge of the attacker.
 * @returns The whole witness; undefined if no small multiple is whole.
 */
export function wholeMultiple(
  { cells, differences }: Witness,
  level: number,
  index: RelationIndex,
  { below, above }: Room,
  knowledge: Knowledge | undefined,
): Witness | undefined {
  for (let factor = 1; factor <= MOST_TIMES; factor++) {
    const more = differences.map((d) => roundedTo(d * factor, level * factor))
    const fits = more.every((d, i) => {
      const least = Math.min(below[cells[i]], knowledge?.below.get(cells[i]) ?? Infinity)
      return Number.isInteger(d) && d <= above[cells[i]] && -d <= least
    })
    if (fits && addsUp(cells, more, index)) return { cells, differences: more }
  }
  return undefined
}

/** True if whole differences satisfy every relation: those of a solver are rounded. */
function addsUp(cells: Int32Array, differences: Float64Array, { starts, at, signs }: RelationIndex): boolean {
  const sums = new Map<number, number>()
  cells.forEach((c, i) => {
    for (let k = starts[c]; k < starts[c + 1]; k++) sums.set(at[k], (sums.get(at[k]) ?? 0) + signs[k] * differences[i])
  })
  return [...sums.values()].every((sum) => sum === 0)
}
