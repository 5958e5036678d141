import { option, SdcError } from '@sdc/core'

/**
 * Makes the error for files that would be matched by position but whose records are in different orders.
 *
 * @param moved - The column that shows it.
 * @returns WRONG_INPUT.
 */
export function shuffledError(moved: string): SdcError {
  const message =
    `column "${moved}" has the same values in both files but in another order: matched by position, the ` +
    'masked file would look safer than it is'
  const fix =
    `Link the records: ${option('origin', 'FILE')} (the private file of its run) or ${option('link', 'COLUMN')}. If "${moved}" was ` +
    'masked too, name it among the columns.'
  return new SdcError('WRONG_INPUT', message, { column: moved }, fix)
}
