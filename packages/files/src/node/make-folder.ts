import { mkdir, stat } from 'node:fs/promises'
import { dirname, resolve } from 'node:path'
import { SdcError } from '@sdc/core'
import { fileError } from './file-error.js'

/**
 * Makes a folder and the missing ones above it, one at a time: Node's own recursive `mkdir` never ends if a parent
 * refuses new folders as not found (/proc).
 *
 * @param path - Path of the folder.
 * @throws FILE if a file is in the way, or the folder cannot be made
 */
export async function makeFolder(path: string): Promise<void> {
  const missing: string[] = []
  let at = resolve(path)
  let found = await kindOf(at)
  while (found === 'nothing' && dirname(at) !== at) {
    missing.unshift(at)
    at = dirname(at)
    found = await kindOf(at)
  }
  if (found === 'file')
    throw new SdcError(
      'FILE',
      `${path} cannot be written: ${at} is a file, not a folder`,
      { file: path },
      'Name a folder.',
    )
  try {
    for (const folder of missing) await mkdir(folder)
  } catch (error) {
    throw fileError(error, 'written', path)
  }
}

/** Returns the kind of a path; links are followed. */
export function kindOf(path: string): Promise<'folder' | 'file' | 'nothing'> {
  return stat(path).then(
    (one) => (one.isDirectory() ? 'folder' : 'file'),
    () => 'nothing',
  )
}
