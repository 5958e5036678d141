import { isSdcError, type SdcError } from '@sdc/core'

/**
 * Tests whether an error says that a candidate cannot mask this file: it becomes a row of the table. Any other error
 * concerns all candidates, and ends the comparison.
 */
export function isCandidateProblem(error: unknown): error is SdcError {
  return isSdcError(error) && !ending.has(error.code)
}

const ending: ReadonlySet<string> = new Set([
  'CANCELLED',
  'BAD_PLUGIN',
  'BAD_OPTION',
  'BAD_HIERARCHY',
  'UNKNOWN_METHOD',
  'UNKNOWN_METRIC',
])
