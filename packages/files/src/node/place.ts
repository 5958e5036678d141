import { lstatSync, type Stats } from 'node:fs'
import { lstat, realpath, stat } from 'node:fs/promises'
import { resolve } from 'node:path'
import { SdcError } from '@sdc/core'
import { fileError } from './file-error.js'

/** Where a file goes, and how. */
export interface Place {
  /** Its name, as it was given. */
  readonly path: string
  /** Where it goes in truth: a link is followed, so that it stays a link. */
  readonly target: string
  /** A device or a pipe is a stream: it is written to, never replaced. */
  readonly kind: 'file' | 'stream'
  readonly mode: number | undefined
  /** True if a file of this name must not be there. */
  readonly exclusive: boolean
}

/**
 * Looks where a file goes.
 * @param path - Its name.
 * @param mode - Who may read and write it; where not given, as the file that it replaces.
 * @param exclusive - True if a file of this name must not be there.
 * @returns Its place.
 * @throws FILE where it is a folder, cannot be looked at, or is there and must not be.
 */
export async function placeOf(path: string, mode: number | undefined, exclusive: boolean): Promise<Place> {
  if (exclusive) {
    // A link that leads nowhere is there, too.
    if (await lstat(path).catch(() => undefined)) throw existsAlready(path)
    return { path, target: resolve(path), kind: 'file', mode, exclusive }
  }
  let there: Stats
  try {
    there = await stat(path)
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT')
      return { path, target: resolve(path), kind: 'file', mode, exclusive }
    throw fileError(error, 'written', path)
  }
  if (there.isDirectory())
    throw new SdcError('FILE', `${path} cannot be written: it is a folder`, { file: path }, 'Name a file.')
  if (!there.isFile()) return { path, target: path, kind: 'stream', mode, exclusive }
  return { path, target: await realpath(path), kind: 'file', mode: mode ?? there.mode & 0o777, exclusive }
}

/**
 * Makes the error for an existing file that is never overwritten.
 * @param path - Its name.
 * @returns The error, FILE, to be thrown.
 */
export function existsAlready(path: string): SdcError {
  const device = lstatSync(path, { throwIfNoEntry: false })?.isFile() === false
  const message = device ? `${path} exists already, and is not a file` : `${path} exists already`
  return new SdcError(
    'FILE',
    message,
    { file: path },
    'It is never overwritten: choose another name, or move the file away.',
  )
}
