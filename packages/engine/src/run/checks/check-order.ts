import { SdcError, type Dataset, type Registry } from '@sdc/core'
import type { BoundStep } from '../../bind/bind.js'
import { needsMasked } from '../../bind/needs-masked.js'

/**
 * Checks the order of steps: a post-masking step must follow a masking of its columns, and no step may group by a
 * masked column.
 *
 * @param registry - The registry of the plan.
 * @param step - The step.
 * @param masked - Columns that the steps before it masked.
 * @throws NEEDS_MASKED, BAD_PLAN.
 */
export function checkOrder(registry: Registry, { method, columns, by }: BoundStep, masked: ReadonlySet<string>): void {
  const unmasked = method.traits.postMasking ? columns.find((name) => !masked.has(name)) : undefined
  if (unmasked !== undefined) throw needsMasked(registry, method.id, unmasked)
  const changedBy = by.find((name) => masked.has(name))
  if (changedBy === undefined) return
  throw new SdcError(
    'BAD_PLAN',
    `${method.id} works within groups of "${changedBy}", but an earlier step changed that column`,
    { method: method.id, column: changedBy },
    'Put that step last, or group by an unchanged column.',
  )
}

/** Refuses columns that an earlier step dropped because new records have no values of them. */
export function checkLeft({ method, columns, given, by }: BoundStep, data: Dataset): void {
  const gone = [...columns, ...given, ...by].find((name) => !data.names.includes(name))
  if (gone === undefined) return
  const message = `${method.id} uses column "${gone}", but an earlier step left it out`
  const fix = 'Put this step first, or choose another method before it.'
  throw new SdcError('UNKNOWN_COLUMN', message, { method: method.id, column: gone }, fix)
}
