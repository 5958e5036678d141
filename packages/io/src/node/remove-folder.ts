import { rm } from 'node:fs/promises'

/** How often it is tried anew, each time a tenth of a second later than the last: 5 s in all. */
const AGAIN = 10

/**
 * Removes a folder with all that is in it; does nothing where it is not there.
 *
 * Somebody may still write into it, as a worker of a run that was killed: it is tried anew until that ends.
 *
 * @param path - The folder.
 * @throws what the file system throws where it cannot be removed.
 */
export function removeFolder(path: string): Promise<void> {
  return rm(path, { recursive: true, force: true, maxRetries: AGAIN })
}
