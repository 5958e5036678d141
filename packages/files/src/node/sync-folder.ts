import { closeSync, fsyncSync, openSync } from 'node:fs'

/**
 * Flushes the entries of a folder to disk; not every system can.
 *
 * @param folder - The folder.
 */
export function syncFolder(folder: string): void {
  try {
    const handle = openSync(folder, 'r')
    try {
      fsyncSync(handle)
    } finally {
      closeSync(handle)
    }
  } catch {
    // The content is safe; if folders cannot be flushed, the system protects their entries.
  }
}
