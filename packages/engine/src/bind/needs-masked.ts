import { SdcError, type Registry } from '@sdc/core'

/**
 * Error of a post-masking step without a masking step before it.
 *
 * @param registry - The registry, whose default post-masking step has its own command.
 * @param method - Id of the step.
 * @param column - A column that is not masked; absent if no column is masked.
 * @returns BAD_PLAN, with both ways to give the step a masked file.
 */
export function needsMasked({ defaults }: Registry, method: string, column?: string): SdcError {
  const nobody = column === undefined ? 'no earlier step masks a column' : `no earlier step masks "${column}"`
  const reverse = method === defaults.postMasking ? ' (or map a masked file back)' : ''
  return new SdcError(
    'BAD_PLAN',
    `${method} works on a masked file, but ${nobody}`,
    { method, ...(column !== undefined && { column }) },
    `Mask first, or apply ${method} to a masked file and its original${reverse}.`,
  )
}
