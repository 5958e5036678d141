import type { TableResult } from '@sdc/core'
import * as z from 'zod'

/** Position of a rule's protection level relative to the value. */
export const levelsParam = z.enum(['both', 'above', 'width']).default('both').meta({
  description:
    'Position of the required uncertainty: both (above and below the value), above only, width (twice the level in total: sliding).',
})

export type LevelKind = z.infer<typeof levelsParam>

/**
 * Returns the sensitive cells of a rule with their levels. Only upper estimates make a cell sensitive; a lower level
 * equal to the upper one is convention. Levels are not yet limited by public knowledge.
 *
 * @param level - The rule's upper level of each cell; negative or NaN if it is not sensitive.
 * @param kind - Position of the levels.
 * @returns Status and levels.
 */
export function ruleResult(level: Float64Array, kind: LevelKind): TableResult {
  const status = Uint8Array.from(level, (one) => Number(one >= 0))
  const held = (factor: number): Float64Array => level.map((one) => (one >= 0 ? factor * one : 0))
  return {
    status,
    levels: {
      lower: held(Number(kind === 'both')),
      upper: held(Number(kind !== 'width')),
      width: held(kind === 'width' ? 2 : 0),
    },
  }
}
