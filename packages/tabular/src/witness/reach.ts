import type { Witness } from '@sdc/core'
import type { Demand } from '../attackers/attack-model.js'

/** Permitted relative shortfall of a level. */
export const TOLERANCE = 1e-7

/**
 * Returns the movement of the sum of a demand's cells by a witness, in the demand's direction.
 *
 * @param witness - Cells and their differences.
 * @param demand - Cells and direction.
 * @returns The movement; negative in the opposite direction.
 */
export function reachOf(
  { cells, differences }: Witness,
  { cells: targets, direction }: Pick<Demand, 'cells' | 'direction'>,
): number {
  if (targets.length === 1) {
    const at = cells.indexOf(targets[0])
    return at < 0 ? 0 : direction * differences[at]
  }
  let sum = 0
  const those = new Set(targets)
  cells.forEach((cell, i) => {
    if (those.has(cell)) sum += differences[i]
  })
  return direction * sum
}
