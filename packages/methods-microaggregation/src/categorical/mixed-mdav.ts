import { fillByBlocks, type Column, type Rng } from '@sdc/core'
import { formGroups } from '../mdav/form-groups.js'
import { asNumbers, columnDistance, mixedColumn } from './mixed-columns.js'
import { remainingMixed } from './remaining-mixed.js'
import type { ChooseTied } from './representatives.js'

/**
 * Forms the groups of `mixedMdav` for columns that are known to be complete.
 *
 * @param columns - p of n records.
 * @param k - Minimum size of a group.
 * @param tick - Progress callback.
 * @param ranges - Ranges of the numeric columns in the whole file, if these records are part of a file.
 * @returns Labels from 0, in the order in which the groups were formed.
 */
export function groupMixed(
  columns: readonly Column[],
  k: number,
  tick?: (fraction: number) => void,
  ranges?: readonly number[],
): Uint32Array {
  const mixed = columns.map((column, j) => mixedColumn(column, ranges?.[j]))
  return formGroups(remainingMixed(mixed), k, 'generic', tick).labels
}

/**
 * Returns the choice among the levels with the same claim to represent a group: the first, or one at random, by a
 * number per group.
 *
 * @param ties - The first, or one at random.
 * @param groups - Number of groups.
 * @param rng - Source of the random numbers; not needed for the first level.
 * @returns The choice among the tied codes of a group.
 */
export function chooseTied(ties: 'lowest' | 'random', groups: number, rng: Rng): ChooseTied {
  return ties === 'lowest' ? ([lowest]) => lowest : atRandom(groups, rng)
}

/** Draws one number per group, from the streams of the blocks of groups in the order in which they were formed. */
function atRandom(groups: number, rng: Rng): ChooseTied {
  const draws = fillByBlocks(rng, new Float64Array(groups), (stream, part) => stream.fillUniform(part))
  return (codes, group) => codes[Math.floor(draws[group] * codes.length)]
}

/**
 * Computes Σ_i d_j(x_i, y_i)² of a column and its masked values.
 *
 * @param column - x: n records.
 * @param shown - y: as many, of the same kind.
 * @param range - Range of a numeric column in the whole file, if these records are part of a file.
 * @returns The sum; a record at the largest distance adds 1.
 */
export function squaredGower(column: Column, shown: Column, range?: number): number {
  const distance = columnDistance(column, range)
  const [x, y] = [asNumbers(column), asNumbers(shown)]
  let total = 0
  for (let i = 0; i < x.length; i++) {
    const apart = distance(x[i], y[i])
    total += apart * apart
  }
  return total
}
