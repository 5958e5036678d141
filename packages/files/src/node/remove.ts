import { unlinkSync } from 'node:fs'

/**
 * Removes a file if it exists.
 *
 * @param path - Path of the file.
 */
export function remove(path: string): void {
  try {
    unlinkSync(path)
  } catch {
    // It does not exist yet, or not any more.
  }
}
