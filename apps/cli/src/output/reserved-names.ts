import { reserveFiles, type FileToReserve } from '@sdc/files/node'

/**
 * Finds out before the work whether some names can be written, and whether another run is about to write them. They are not
 * held meanwhile: a process that holds names hears of Ctrl-C between two tasks only, and a masking is one long task.
 *
 * @param files - The names, and which of them must be new.
 * @throws FILE where a name cannot be written, or is there and must not be.
 */
export async function checkNames(files: readonly FileToReserve[]): Promise<void> {
  const reservation = await reserveFiles(files)
  reservation.release()
}

/**
 * Holds names while what belongs together is written under them: of two runs that end at once one is refused.
 *
 * @param files - The names, and which of them must be new.
 * @param write - Writes them.
 * @throws FILE, and what `write` throws.
 */
export async function holdingNames(files: readonly FileToReserve[], write: () => Promise<void>): Promise<void> {
  const reservation = await reserveFiles(files)
  try {
    await write()
  } finally {
    reservation.release()
  }
}
