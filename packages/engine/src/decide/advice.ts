import { keyClasses } from '@sdc/stats'
import { keyCodes } from '@sdc/toolkit'
import type { Row } from '../compare/comparison.js'
import type { Ground } from './ground.js'

/** Files of fewer people than this are published as tables. */
const FEW = 100

/**
 * What would help where nothing can be chosen: the key without which fewest records are unique, and what is done with files of
 * few people.
 *
 * @param ground - The comparison.
 * @param nearest - The pair that comes nearest to the limits.
 * @returns Things to do, a clause each.
 */
export function decisionAdvice(ground: Ground, nearest: Row | undefined): string[] {
  const { original, sides } = ground
  const { keys } = sides
  const unique = uniqueShare(ground, keys)
  const without = keys.map((key) => ({
    key,
    share: uniqueShare(
      ground,
      keys.filter((name) => name !== key),
    ),
  }))
  const best = without.reduce((a, b) => (b.share < a.share ? b : a), { key: '', share: Infinity })
  const limit = nearest?.beyond[0]?.limit.metric.id
  return [
    ...(keys.length > 1 && best.share < unique
      ? [
          `leave ${best.key} out or make it coarser: without it ${percent(best.share)} of the records are unique, with it ${percent(unique)}`,
        ]
      : []),
    ...(original.rows < FEW ? [`${original.rows} records are few: publish tables of them (sdc table build)`] : []),
    ...(original.rows >= FEW && limit !== undefined
      ? [`raise the limit of ${limit} (--limit) where the file goes to a safe room only`]
      : []),
    ...(sides.keys.length === 0 ? ['say in a schema which columns are quasi-identifiers (sdc inspect --write)'] : []),
  ]
}

/** The share of the records that nobody else has the same keys as. */
function uniqueShare({ original }: Ground, keys: readonly string[]): number {
  if (keys.length === 0) return 0
  const { sizes } = keyClasses(keys.map((name) => keyCodes(original.column(name))))
  return sizes.filter((size) => size === 1).length / Math.max(1, original.rows)
}

function percent(share: number): string {
  return `${Number((100 * share).toPrecision(2))} %`
}
