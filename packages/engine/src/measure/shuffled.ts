import { SdcError } from '@sdc/core'

/**
 * The error of files that would be matched by position, and whose records stand in another order.
 *
 * @param moved - The column that says so.
 * @returns WRONG_INPUT.
 */
export function shuffledError(moved: string): SdcError {
  const message = `column "${moved}" has the same values in both files, but not record by record: the masked file is in another order, and matched by position it would look safer than it is`
  const fix = `Say which records belong together: --origin FILE (the private file of its run) or --link COLUMN. If "${moved}" was masked too, name it among the columns.`
  return new SdcError('WRONG_INPUT', message, { column: moved }, fix)
}
