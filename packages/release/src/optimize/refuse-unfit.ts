import { isSdcError, listed, option, sameColumn, SdcError, takeColumn, type Dataset } from '@sdc/core'
import type { Matched } from '../match/match-records.js'
import { refuseShuffled, varies } from '../match/refuse-shuffled.js'

/** Two files, and the matching of their records. */
interface Pair {
  readonly original: Dataset
  readonly masked: Dataset
  readonly matched: Matched
}

/**
 * Refuses a masked file that no step could improve, or that does not match its description.
 *
 * @param pair - The files.
 * @param columns - The columns that are named as masked.
 * @throws TOO_FEW_RECORDS for a file of one record; WRONG_INPUT if unmasked columns show another order than the
 *   matching; UNCHANGED for columns that were not masked.
 */
export function refuseUnfit({ original, masked, matched }: Pair, columns: readonly string[]): void {
  refuseOneRecord(original, masked)
  refuseOtherOrder(original, masked, matched, columns)
  refuseUnmasked(original, masked, matched, columns)
}

/** Refuses a file of one record, which has neither a spread nor a neighbour that a step could use. */
function refuseOneRecord({ rows: original }: Dataset, { rows: masked }: Dataset): void {
  if (original > 1 && masked > 1) return
  const which = original > 1 ? 'masked file' : 'original'
  const fix = 'A file of one record has no distribution to improve: leave it out, or put it together with others.'
  throw new SdcError('TOO_FEW_RECORDS', `the ${which} has ${Math.min(original, masked)} record`, {}, fix)
}

/** Refuses columns that equal the original's, record by record: they were not masked. */
function refuseUnmasked(original: Dataset, masked: Dataset, { origin }: Matched, columns: readonly string[]): void {
  if (origin.some((row) => row < 0)) return
  const shared = columns.filter((name) => original.names.includes(name) && masked.names.includes(name))
  const same = shared.filter((name) => {
    const column = takeColumn(original.column(name), origin)
    // The step itself refuses a column with one value or none.
    return varies(column) && sameColumn(column, masked.column(name))
  })
  if (same.length === 0) return
  const message = `nobody masked ${listed(same)}: every record of the masked file has the value of the original`
  const fix = 'Leave out what was not masked, or mask it first.'
  throw new SdcError('UNCHANGED', message, { column: same[0] }, fix)
}

/** Refuses another order that the unmasked columns show; a step that needs no link works without the order. */
function refuseOtherOrder(original: Dataset, masked: Dataset, matched: Matched, columns: readonly string[]): void {
  try {
    refuseShuffled(original, masked, matched, columns)
  } catch (error) {
    if (!isSdcError(error)) throw error
    const fix = `${error.fix} A method that needs no link takes ${option('unlinked')}.`
    throw new SdcError(error.code, error.message, error.place, fix)
  }
}
