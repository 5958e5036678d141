import { mkdirSync, rmdirSync } from 'node:fs'
import { stat } from 'node:fs/promises'
import { dirname, resolve } from 'node:path'
import { fileError, makeFolder } from '@sdc/io/node'

/**
 * Finds out before the work whether a folder can be made for its result, and leaves none: work that is broken off has
 * then made no folder.
 *
 * @param path - The folder.
 * @throws FILE where it cannot be made, or is a file.
 */
export async function checkFolder(path: string): Promise<void> {
  const [first] = await missingFolders(path)
  if (first === undefined || (await kindOf(dirname(first))) !== 'folder') {
    // There is one, or something stands where it would be: nothing is made here, and the error says what.
    await makeFolder(path)
    return
  }
  try {
    mkdirSync(first)
    rmdirSync(first)
  } catch (error) {
    throw fileError(error, 'written', path)
  }
}

/**
 * Makes a folder for what is written now; where nothing can be written, there is no folder either.
 *
 * @param path - The folder.
 * @param write - Writes into it.
 * @returns What `write` gives.
 * @throws FILE, and what `write` throws.
 */
export async function inFolder<T>(path: string, write: () => Promise<T>): Promise<T> {
  const made = await missingFolders(path)
  try {
    await makeFolder(path)
    return await write()
  } catch (error) {
    for (const folder of made.reverse()) removeEmpty(folder)
    throw error
  }
}

/** Those that have to be made, the outermost first. */
async function missingFolders(path: string): Promise<string[]> {
  const missing: string[] = []
  for (let at = resolve(path); dirname(at) !== at && (await kindOf(at)) === 'nothing'; at = dirname(at))
    missing.unshift(at)
  return missing
}

function kindOf(path: string): Promise<'folder' | 'file' | 'nothing'> {
  return stat(path).then(
    (one) => (one.isDirectory() ? 'folder' : 'file'),
    () => 'nothing',
  )
}

function removeEmpty(folder: string): void {
  try {
    rmdirSync(folder)
  } catch {
    // It was not made, or something stands in it.
  }
}
