import { readdir, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { removeFolder } from '@sdc/files/node'

/**
 * File that marks a run whose output is written, while its work folder is removed: a driver may be killed in between.
 */
const ENDED = 'ended'

/** Returns true if the run of a work folder has ended, and the folder was not completely removed. */
export function hasEnded(folder: string): Promise<boolean> {
  return stat(join(folder, ENDED)).then(
    () => true,
    () => false,
  )
}

/** Removes the work folder of a run that has written its file; the mark is removed last. */
export async function removeEnded(folder: string): Promise<void> {
  await writeFile(join(folder, ENDED), '', { mode: 0o600 }).catch(() => undefined)
  for (const name of await readdir(folder).catch((): string[] => []))
    if (name !== ENDED) await removeFolder(join(folder, name))
  await removeFolder(folder)
}
