import { isSdcError, SdcError } from '@sdc/core'

/**
 * Adds the place of a part of a plan to errors about it.
 *
 * @param path - Keys that lead to the part: `['steps', 0]`.
 * @param run - Function that processes the part.
 * @returns The result of the function.
 * @throws The error of the function, with the keys.
 */
export function inPart<T>(path: readonly (string | number)[], run: () => T): T {
  try {
    return run()
  } catch (error) {
    if (!isSdcError(error) || error.place.path !== undefined) throw error
    throw new SdcError(error.code, error.message, { ...error.place, path }, error.fix)
  }
}
