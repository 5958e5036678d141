import { closeSync, fsyncSync, openSync } from 'node:fs'

/**
 * Asks for the names in a folder to be on the disk, too; not every system can.
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
    // The content is safe; where folders cannot be synced the system looks after their entries.
  }
}
