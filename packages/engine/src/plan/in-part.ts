import { isSdcError, SdcError } from '@sdc/core'

/**
 * Adds to the place of an error where its part of a plan stands.
 *
 * @param path - The keys that lead to the part: `['steps', 0]`.
 * @param run - What looks at the part.
 * @returns What it gives.
 * @throws What it throws, with the keys.
 */
export function inPart<T>(path: readonly (string | number)[], run: () => T): T {
  try {
    return run()
  } catch (error) {
    if (!isSdcError(error) || error.place.path !== undefined) throw error
    throw new SdcError(error.code, error.message, { ...error.place, path }, error.fix)
  }
}
