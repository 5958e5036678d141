import { readdir, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { removeFolder } from '@sdc/files/node'

/** What says that a run has written its file, while its store is removed: a driver may be killed in the middle of that. */
const ENDED = 'ended'

/** Whether the run of a store has ended, and its store was not wholly removed. */
export function hasEnded(folder: string): Promise<boolean> {
  return stat(join(folder, ENDED)).then(
    () => true,
    () => false,
  )
}

/** Removes the store of a run that has written its file; what says so goes last. */
export async function removeEnded(folder: string): Promise<void> {
  await writeFile(join(folder, ENDED), '', { mode: 0o600 }).catch(() => undefined)
  for (const name of await readdir(folder).catch((): string[] => []))
    if (name !== ENDED) await removeFolder(join(folder, name))
  await removeFolder(folder)
}
