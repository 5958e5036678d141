import { lstatSync, type Stats } from 'node:fs'
import { lstat, realpath, stat } from 'node:fs/promises'
import { resolve } from 'node:path'
import { SdcError } from '@sdc/core'
import { fileError } from './file-error.js'

/** Target of a file and the way to write it. */
export interface Place {
  /** Path as given. */
  readonly path: string
  /** Resolved path: a link is followed, so that it remains a link. */
  readonly target: string
  /** A device or a pipe is a stream: it is written to, never replaced. */
  readonly kind: 'file' | 'stream'
  readonly mode: number | undefined
  /** True if the file must not exist. */
  readonly exclusive: boolean
}

/**
 * Finds the target of a file.
 *
 * @param path - Path of the file.
 * @param mode - File mode; by default that of the file that it replaces.
 * @param exclusive - True if the file must not exist.
 * @returns The target.
 * @throws FILE if it is a folder, cannot be inspected, or exists and must not
 */
export async function placeOf(path: string, mode: number | undefined, exclusive: boolean): Promise<Place> {
  if (exclusive) {
    // A broken link exists as well.
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
 * Returns the error for an existing file that is never overwritten.
 *
 * @param path - Path of the file.
 * @returns FILE, to be thrown.
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
