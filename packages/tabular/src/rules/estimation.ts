import type { Table } from '@sdc/core'
import { contributionsOf, isBelow, type NegativeParams } from './contributions.js'

export interface EstimationParams extends NegativeParams {
  /** Contributors who put what they know together. */
  readonly coalition: number
}

/**
 * What the p % and the (p, q) rule share. A coalition of t contributors, the next largest after the first, subtracts what
 * it gave: X − x₂ − … − x₍ₜ₊₁₎ is at least x₁ and is above it by the rest X − x₁ − … − x₍ₜ₊₁₎. The cell is sensitive where
 * the rest is below what is asked; what lacks is its level.
 *
 * @param table - Values and largest contributions.
 * @param params - Coalition, negative contributions.
 * @param share - What the rest must be at least, of `base`.
 * @param base - Of what: the largest contribution, or the value.
 * @param rule - The id of the rule.
 * @returns The level of each sensitive cell, NaN of the others. O(cells·t).
 */
export function estimationLevels(
  table: Table,
  params: EstimationParams,
  share: number,
  base: 'largest' | 'value',
  rule: string,
): Float64Array {
  const { coalition } = params
  const { total, at } = contributionsOf(table, params, coalition + 1, rule)
  return Float64Array.from(table.counts, (count, c) => {
    const value = total(c)
    let rest = value
    for (let j = 0; j <= coalition; j++) rest -= at(c, j)
    const asked = share * (base === 'largest' ? at(c, 0) : value)
    return count !== 0 && isBelow(rest, asked, value) ? asked - rest : Number.NaN
  })
}
