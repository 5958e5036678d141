import { rm } from 'node:fs/promises'

/** Number of further attempts, each a tenth of a second later than the last: 5 s in total. */
const AGAIN = 10

/**
 * Removes a folder with its content; does nothing if it does not exist.
 *
 * If another process still writes into it, such as a worker of a killed run, it tries again until that ends.
 *
 * @param path - The folder.
 * @throws the error of the file system if it cannot be removed
 */
export function removeFolder(path: string): Promise<void> {
  return rm(path, { recursive: true, force: true, maxRetries: AGAIN })
}
