import type { Registry } from '@sdc/core'
import { bindLimits, type Limit, type Limits } from '../limits/limits.js'
import type { Yardsticks } from './yardsticks.js'

/** Relations are worth keeping where independent columns lose more than this. */
const SOMETHING = 30
/** Out is who loses more than this part of what independent columns lose. */
const HALF = 0.5

/**
 * What candidates are held to: the limits of the purpose that have a value in this file, in their place those that a user names,
 * and of every relation half of what independent columns lose of it, where there is something to lose.
 *
 * @param registry - Where the metrics are.
 * @param purpose - Its limits and relations.
 * @param asked - What the user named.
 * @param marks - What the original and independent data have.
 * @returns The limits.
 */
export function decisionLimits(
  registry: Registry,
  purpose: { readonly limits: Limits; readonly relations: readonly string[] },
  asked: Limits,
  marks: Yardsticks,
): Limit[] {
  const hasValue = ([id]: readonly [string, number]): boolean =>
    (marks.original.get(id)?.measurement.value ?? null) !== null
  const usual = Object.entries(purpose.limits).filter(hasValue)
  const kept = purpose.relations.flatMap((id): [string, number][] => {
    const lost = marks.independent.get(id)?.measurement.value ?? null
    return lost !== null && lost > SOMETHING ? [[id, Number((HALF * lost).toFixed(1))]] : []
  })
  return bindLimits(registry, { ...Object.fromEntries([...usual, ...kept]), ...asked })
}
