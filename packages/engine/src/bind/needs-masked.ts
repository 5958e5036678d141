import { SdcError, type Registry } from '@sdc/core'

/**
 * The error of a post-masking step that no masking comes before.
 *
 * @param registry - The registry: its default post-masking step has a command of its own.
 * @param method - The id of the step.
 * @param column - A column that nobody masked; without it there is none that somebody did.
 * @returns BAD_PLAN, with both ways to give it a masked file.
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
