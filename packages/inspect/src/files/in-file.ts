import { isSdcError, SdcError } from '@sdc/core'

/** Adds the file and the column to the place of an error. */
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
