import { isSdcError, type SdcError } from '@sdc/core'

/**
 * Whether an error says that a candidate cannot mask this file: a row of the table, not the end of the comparison. What ends
 * it is wrong for all candidates.
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
