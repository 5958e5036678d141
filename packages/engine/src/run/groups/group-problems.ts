import { isSdcError, option, SdcError } from '@sdc/core'
import type { Group } from '../../bind/groups.js'

/** Error codes for a group that is too small or too uniform; any other error concerns the whole step. */
const groupProblems: ReadonlySet<string> = new Set([
  'TOO_FEW_RECORDS',
  'NOTHING_MOVES',
  'UNCHANGED',
  'CONSTANT_COLUMN',
  'ALL_MISSING',
])

/**
 * Returns an error with the name of the group that a step cannot mask.
 *
 * @param error - Error of the step for the group.
 * @param group - The group.
 * @returns The error; undefined if it concerns the whole step.
 */
export function errorOfGroup(error: unknown, { label, rows }: Group): SdcError | undefined {
  if (!isSdcError(error) || !groupProblems.has(error.code)) return undefined
  const fix =
    `Use larger groups, or set ${option('smallGroups')} (smallGroups in a plan): pooled masks them together with the ` +
    'nearest group, keep leaves them unmasked.'
  const message = `group ${label} (${rows.length} records): ${error.message}`
  return new SdcError(error.code, message, { ...error.place, group: label }, fix)
}
