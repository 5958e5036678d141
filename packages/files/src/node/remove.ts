import { unlinkSync } from 'node:fs'

/**
 * Removes a file if it is there.
 * @param path - Its name.
 */
export function remove(path: string): void {
  try {
    unlinkSync(path)
  } catch {
    // It was not made yet, or is gone: either way nothing is left behind.
  }
}
