import type { Role } from '@sdc/core'
import type { StepPlan } from '@sdc/engine'
import type { Settings } from '../protocol/settings-types.js'

/** Steps that all candidates of the settings share. */
export interface SharedSteps {
  readonly fixed: readonly StepPlan[]
  readonly last: readonly StepPlan[]
}

/**
 * Returns the steps that all candidates share, without those on columns that now have another role.
 *
 * @param settings - The settings.
 * @returns The steps before and after those of a candidate.
 */
export function sharedSteps({
  schema,
  fixed = [],
  last = [],
}: Pick<Settings, 'schema' | 'fixed' | 'last'>): SharedSteps {
  const isOn =
    (...roles: readonly Role[]) =>
    ({ columns }: StepPlan): boolean =>
      typeof columns === 'object' &&
      columns.every(
        (name) => Object.hasOwn(schema.columns, name) && roles.includes(schema.columns[name].role ?? 'identifier'),
      )
  return { fixed: fixed.filter(isOn('quasi-identifier')), last: last.filter(isOn('confidential', 'item')) }
}
