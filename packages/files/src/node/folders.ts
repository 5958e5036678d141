import { mkdirSync, rmdirSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { fileError } from './file-error.js'
import { kindOf, makeFolder } from './make-folder.js'

/**
 * Checks before the work that a folder can be made, and removes it again: interrupted work leaves no empty folder.
 *
 * @param path - The folder.
 * @throws FILE if it cannot be made, or is a file
 */
export async function checkFolder(path: string): Promise<void> {
  const [first] = await missingFolders(path)
  if (first === undefined || (await kindOf(dirname(first))) !== 'folder') {
    // The folder exists, or the error names what blocks it.
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
 * Makes a folder and writes into it; removes it again if nothing was written.
 *
 * @param path - The folder.
 * @param write - Writes into it.
 * @returns Result of `write`.
 * @throws FILE, and the errors of `write`
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

/** Folders to make, the outermost first. */
async function missingFolders(path: string): Promise<string[]> {
  const missing: string[] = []
  for (let at = resolve(path); dirname(at) !== at && (await kindOf(at)) === 'nothing'; at = dirname(at))
    missing.unshift(at)
  return missing
}

function removeEmpty(folder: string): void {
  try {
    rmdirSync(folder)
  } catch {
    // It was not made, or contains files.
  }
}
