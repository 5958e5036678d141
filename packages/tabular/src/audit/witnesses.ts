import type { Table, Witness } from '@sdc/core'
import { relationIndex } from '../table/relation-index.js'
import type { Room } from '../attackers/room.js'

/** Tolerance of relations and bounds, as a share of the least difference involved. */
const TOLERANCE = 1e-6

/**
 * Returns the valid witnesses: only suppressed cells differ, every relation holds, and every cell stays within its
 * bounds. All of them are recomputed here, whatever their source. O(differences × dimensions).
 *
 * @param table - True table.
 * @param room - Possible deviations of its cells.
 * @param suppressed - 1 for the cells that are not published.
 * @param witnesses - Witnesses from a protection.
 * @returns Those that hold.
 */
export function validWitnesses(
  table: Table,
  { below, above }: Room,
  suppressed: Uint8Array,
  witnesses: readonly Witness[],
): Witness[] {
  if (witnesses.length === 0) return []
  const { starts, at, signs } = relationIndex(table)
  return witnesses.filter(({ cells, differences }) => {
    if (cells.length !== differences.length || new Set(cells).size !== cells.length) return false
    const sums = new Map<number, { sum: number; least: number }>()
    for (let i = 0; i < cells.length; i++) {
      const cell = cells[i]
      const difference = differences[i]
      const size = Math.abs(difference)
      if (suppressed[cell] !== 1 || !Number.isFinite(difference)) return false
      if (-difference > below[cell] + TOLERANCE * size || difference > above[cell] + TOLERANCE * size) return false
      for (let k = starts[cell]; k < starts[cell + 1]; k++) {
        const known = sums.get(at[k])
        if (!known) sums.set(at[k], { sum: signs[k] * difference, least: size })
        else {
          known.sum += signs[k] * difference
          known.least = Math.min(known.least, size)
        }
      }
    }
    return [...sums.values()].every(({ sum, least }) => Math.abs(sum) <= TOLERANCE * least)
  })
}
