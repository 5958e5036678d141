import { isSdcError, type SdcError } from '@sdc/core'

/** Whether an error says that a candidate cannot mask this file: a row of the table, not the end of the comparison. */
export function isCandidateProblem(error: unknown): error is SdcError {
  return isSdcError(error) && candidateProblems.has(error.code)
}

const candidateProblems: ReadonlySet<string> = new Set([
  'TOO_FEW_RECORDS',
  'NOTHING_MOVES',
  'UNCHANGED',
  'MISSING_VALUES',
  'BAD_PARAMETER',
  'NO_COLUMNS',
  // A column that synthetic records do not have.
  'UNKNOWN_COLUMN',
  'NOT_NUMERIC',
  'NOT_CATEGORICAL',
  'NOT_ORDERED',
  // Reverse mapping synthetic records, which are nobody's.
  'LENGTH_MISMATCH',
])
