import type { Findings } from '@sdc/core'
import type { BoundStep } from '../../bind/bind.js'
import type { StepEnd } from './step-stages.js'

/**
 * Merges findings about the whole file.
 *
 * @param step - The step.
 * @param all - The findings, in their order.
 * @returns Messages of the step, and its report if there is one.
 */
export function stepFindings(
  { method }: BoundStep,
  all: readonly (Findings | undefined)[],
): Pick<StepEnd, 'warnings' | 'reports'> {
  const values = new Map(all.flatMap((one) => [...(one?.report ?? [])]))
  const publish = new Map(all.flatMap((one) => [...(one?.publish ?? [])]))
  const isSaid = values.size > 0 || publish.size > 0
  return {
    warnings: all.flatMap((one) => one?.warnings ?? []),
    reports: isSaid ? [{ step: method.id, group: '', values, publish }] : [],
  }
}
