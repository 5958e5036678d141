import type { Row } from '../compare/comparison.js'
import { fileRisk } from '../risk/file-risk.js'
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
  const { identity } = fileRisk(original, { keys: sides.keys, maxSize: 0, steps: 1 })
  const [best] = identity?.leaveOut ?? []
  const limit = nearest?.beyond[0]?.limit.metric.id
  return [
    ...(identity !== undefined && best !== undefined && best.unique < identity.unique
      ? [
          `leave ${best.key} out or make it coarser: without it ${percent(best.unique / original.rows)} of the records are unique, with it ${percent(identity.unique / original.rows)}`,
        ]
      : []),
    ...(original.rows < FEW ? [`${original.rows} records are few: publish tables of them (sdc table build)`] : []),
    ...(original.rows >= FEW && limit !== undefined
      ? [`raise the limit of ${limit} (--limit) where the file goes to a safe room only`]
      : []),
    ...(sides.keys.length === 0 ? ['say in a schema which columns are quasi-identifiers (sdc inspect --write)'] : []),
  ]
}

function percent(share: number): string {
  return `${Number((100 * share).toPrecision(2))} %`
}
