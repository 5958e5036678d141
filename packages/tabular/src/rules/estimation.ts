import * as z from 'zod'
import { isBelow, type ContributionRule, type NegativeParams } from './contributions.js'
import type { LevelKind } from './levels.js'

export interface EstimationParams extends NegativeParams {
  /** Number of contributors that cooperate. */
  readonly coalition: number
  readonly levels: LevelKind
}

/** Size of the coalition in the p % and the (p, q) rule. */
export const coalitionParam = z
  .int()
  .min(1)
  .max(99)
  .default(1)
  .meta({ description: 'Number of contributors that cooperate.', unit: 'contributors' })

/**
 * Builds the common part of the p % and the (p, q) rule. A coalition of t contributors, the next largest after the
 * first, subtracts its own: X − x₂ − … − x₍ₜ₊₁₎. This exceeds x₁ by the rest X − x₁ − … − x₍ₜ₊₁₎. The cell is sensitive
 * if the rest is below the required amount; the missing amount is its level. A respondent with a waiver is not a target
 * but may be in the coalition: the largest of the others takes the place of x₁. An outsider subtracts nothing.
 *
 * @param share - Required rest, as a share of `base`.
 * @param base - Base of the share: the largest contribution, or the value.
 * @param coalition - t.
 * @returns The rule's parts.
 */
export function estimation(
  share: number,
  base: 'largest' | 'value',
  coalition: number,
): Pick<ContributionRule, 'needed' | 'level' | 'outside'> {
  const asked = (largest: number, total: number): number => share * (base === 'largest' ? largest : total)
  return {
    needed: coalition + 1,
    level({ total, largest, waived }) {
      let target = 0
      while (waived?.has(target)) target++
      // There is no contribution to protect.
      if (waived && !(largest[target] > 0)) return Number.NaN
      let rest = total - largest[target]
      for (let j = 0, known = 0; known < coalition; j++) {
        if (j === target) continue
        rest -= largest[j]
        known++
      }
      const least = asked(largest[target], total)
      return isBelow(rest, least, total) ? least - rest : Number.NaN
    },
    outside({ total, largest }) {
      const rest = total - largest[0]
      const least = asked(largest[0], total)
      return isBelow(rest, least, total) ? least - rest : 0
    },
  }
}
