import { isSdcError, listed, option, sameColumn, SdcError, takeColumn, type Dataset } from '@sdc/core'
import type { Matched } from '../match/match-records.js'
import { refuseShuffled, varies } from '../match/refuse-shuffled.js'

/** Two files, and how their records belong together. */
interface Pair {
  readonly original: Dataset
  readonly masked: Dataset
  readonly matched: Matched
}

/**
 * Refuses a masked file that no step could improve, or that is not what it is said to be.
 *
 * @param pair - The files.
 * @param columns - The columns that are said to be masked.
 * @throws TOO_FEW_RECORDS for a file of one record, WRONG_INPUT where unmasked columns show another order than that by which the
 *   records were matched, UNCHANGED for columns that nobody masked
 */
export function refuseUnfit({ original, masked, matched }: Pair, columns: readonly string[]): void {
  refuseOneRecord(original, masked)
  refuseOtherOrder(original, masked, matched, columns)
  refuseUnmasked(original, masked, matched, columns)
}

/** One record has neither a spread nor a neighbour: there is nothing that a step could bring nearer. */
function refuseOneRecord({ rows: original }: Dataset, { rows: masked }: Dataset): void {
  if (original > 1 && masked > 1) return
  const which = original > 1 ? 'masked file' : 'original'
  const fix = 'A file of one record has no distribution to improve: leave it out, or put it together with others.'
  throw new SdcError('TOO_FEW_RECORDS', `the ${which} has ${Math.min(original, masked)} record`, {}, fix)
}

/** A column that is the original's, record by record, was masked by nobody. */
function refuseUnmasked(original: Dataset, masked: Dataset, { origin }: Matched, columns: readonly string[]): void {
  if (origin.some((row) => row < 0)) return
  const shared = columns.filter((name) => original.names.includes(name) && masked.names.includes(name))
  const same = shared.filter((name) => {
    const column = takeColumn(original.column(name), origin)
    // One that holds a single value, or none, is for the step to refuse.
    return varies(column) && sameColumn(column, masked.column(name))
  })
  if (same.length === 0) return
  const message = `nobody masked ${listed(same)}: every record of the masked file has the value of the original`
  const fix = 'Leave out what was not masked, or mask it first.'
  throw new SdcError('UNCHANGED', message, { column: same[0] }, fix)
}

/** What unmasked columns say of the order; a step that needs no link can do without it. */
function refuseOtherOrder(original: Dataset, masked: Dataset, matched: Matched, columns: readonly string[]): void {
  try {
    refuseShuffled(original, masked, matched, columns)
  } catch (error) {
    if (!isSdcError(error)) throw error
    const fix = `${error.fix} A method that needs no link takes ${option('unlinked')}.`
    throw new SdcError(error.code, error.message, error.place, fix)
  }
}
