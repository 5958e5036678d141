import { isSdcError, SdcError } from '@sdc/core'

/**
 * Adds the file and the column to the place of an error.
 *
 * @param file - Name of the file; undefined if there is none.
 * @param column - Name of the column.
 * @param run - Function that may throw.
 * @returns The result of `run`.
 * @throws The errors of `run`, with the place; the message names the column.
 */
export function inFile<T>(file: string | undefined, column: string, run: () => T): T {
  try {
    return run()
  } catch (error) {
    if (!isSdcError(error)) throw error
    const message = error.message.includes(`"${column}"`) ? error.message : `column "${column}": ${error.message}`
    throw new SdcError(
      error.code,
      message,
      { ...error.place, column, ...(file === undefined ? {} : { file }) },
      error.fix,
    )
  }
}
