import { closeSync, linkSync, openSync, renameSync } from 'node:fs'
import { open } from 'node:fs/promises'
import { dirname } from 'node:path'
import { SdcError } from '@sdc/core'
import { fileError } from './file-error.js'
import { whenInterrupted } from './interruption.js'
import { existsAlready, placeOf, type Place } from './place.js'
import { remove } from './remove.js'
import { syncFolder } from './sync-folder.js'
import { forget, temporaryBeside } from './temporary-files.js'

/**
 * A text, bytes, or pieces of these, which may be generated on demand; each is written before the next is requested.
 */
export type FileContent = string | Uint8Array | Iterable<string | Uint8Array>

export interface WriteOptions {
  /** File mode (0o600: owner only); by default that of the replaced file, or the usual one. */
  readonly mode?: number | undefined
  /** True if a file of this name must not exist: it is then never overwritten, even if it appears meanwhile. */
  readonly exclusive?: boolean | undefined
}

export interface FileToWrite extends WriteOptions {
  readonly path: string
  readonly content: FileContent
}

/**
 * Writes a file whole or not at all: first to the disk next to its place, then under its name. An existing file is
 * replaced unless `exclusive` is set: the caller checks permission. Leaves nothing behind if it fails or is interrupted
 * (SIGINT, SIGTERM). A device or pipe (`/dev/stdout`) is written to directly.
 *
 * @param path - Path of the file.
 * @param content - A text, bytes, or pieces of these.
 * @param options - File mode, and whether the file must not exist.
 * @throws FILE if the file cannot be written, or exists and must not; CANCELLED if it is interrupted
 */
export async function writeFileSafely(path: string, content: FileContent, options: WriteOptions = {}): Promise<void> {
  await writeFilesSafely([{ path, content, ...options }])
}

/**
 * Writes several files. No file gets its name before the content of all is on the disk. They get their names in the
 * given order, each only after the earlier names are on the disk. A process killed at any moment therefore leaves the
 * first files or none under their names, each of them whole. Put a file before those that must not exist without it.
 *
 * The contents are written from the last to the first: an earlier file can contain results of writing a later one (its
 * hash). Streams are written in their turn, after all else is on the disk.
 *
 * A rename is not reverted: if a later one fails, the error names the files that are in place already.
 *
 * @param files - The files, each with its content.
 * @throws FILE if a file cannot be written, exists and must not, or is given twice; CANCELLED if writing is interrupted
 */
export async function writeFilesSafely(files: readonly FileToWrite[]): Promise<void> {
  const parts: Part[] = []
  for (const { path, content, mode, exclusive = false } of files)
    parts.push({ place: await placeOf(path, mode, exclusive), content })
  refuseTwice(parts.map(({ place }) => place))
  const temporary = new Set<string>()
  const clean = (): void => {
    for (const path of temporary) drop(path, temporary)
  }
  let stopped = false
  const stopListening = whenInterrupted(() => {
    stopped = true
    clean()
  })
  try {
    const whole: Whole[] = []
    for (const { place, content } of [...parts].reverse()) {
      if (place.kind === 'stream') {
        whole.unshift({ place, content })
        continue
      }
      const beside = temporaryBeside(place.target)
      temporary.add(beside)
      await writeWhole(beside, place, content)
      whole.unshift({ place, content, beside })
    }
    const done: string[] = []
    for (const one of whole) {
      if (stopped) throw new SdcError('CANCELLED', `writing the files was interrupted${alreadyThere(done)}`)
      try {
        if (one.beside === undefined) await writeStream(one.place, one.content)
        else giveName(one.beside, one.place, temporary)
      } catch (error) {
        throw withDone(error, done)
      }
      done.push(one.place.path)
      if (one.beside !== undefined) syncFolder(dirname(one.place.target))
    }
  } finally {
    clean()
    stopListening()
  }
}

interface Part {
  readonly place: Place
  readonly content: FileContent
}

interface Whole extends Part {
  /** Temporary file with its content; undefined for a stream. */
  readonly beside?: string
}

function refuseTwice(places: readonly Place[]): void {
  const targets = new Set<string>()
  for (const { kind, target, path } of places) {
    if (kind === 'file' && targets.has(target)) {
      const message = `two outputs have the name ${path}`
      throw new SdcError('FILE', message, { file: path }, 'Give each output its own name.')
    }
    targets.add(target)
  }
}

async function writeWhole(beside: string, { path, mode }: Place, content: FileContent): Promise<void> {
  try {
    const handle = await open(beside, 'wx', mode ?? 0o666)
    try {
      // Sets the requested or former mode, which the umask would restrict.
      if (mode !== undefined) await handle.chmod(mode)
      for (const part of partsOf(content)) await handle.writeFile(part)
      await handle.sync()
    } finally {
      await handle.close()
    }
  } catch (error) {
    throw fileError(error, 'written', path)
  }
}

async function writeStream({ path, target }: Place, content: FileContent): Promise<void> {
  try {
    const handle = await open(target, 'w')
    try {
      for (const part of partsOf(content)) await handle.writeFile(part)
    } finally {
      await handle.close()
    }
  } catch (error) {
    throw fileError(error, 'written', path)
  }
}

function partsOf(content: FileContent): Iterable<string | Uint8Array> {
  return typeof content === 'string' || content instanceof Uint8Array ? [content] : content
}

/**
 * Error codes of file systems without links: there the name is taken by an empty file first, which is then replaced.
 */
const noLinks: ReadonlySet<string> = new Set(['EPERM', 'ENOSYS', 'ENOTSUP', 'EOPNOTSUPP', 'EMLINK', 'EINVAL', 'EXDEV'])

/** Synchronous, so that no interruption falls in between. */
function giveName(beside: string, { path, target, mode, exclusive }: Place, temporary: Set<string>): void {
  try {
    if (!exclusive) {
      renameSync(beside, target)
      temporary.delete(beside)
      forget(beside)
      return
    }
    try {
      linkSync(beside, target)
    } catch (error) {
      if (!noLinks.has(codeOf(error))) throw error
      closeSync(openSync(target, 'wx', mode ?? 0o666))
      replaceEmpty(beside, target)
    }
    drop(beside, temporary)
  } catch (error) {
    throw codeOf(error) === 'EEXIST' ? existsAlready(path) : fileError(error, 'written', path)
  }
}

function replaceEmpty(beside: string, target: string): void {
  try {
    renameSync(beside, target)
  } catch (error) {
    remove(target)
    throw error
  }
}

function drop(path: string, temporary: Set<string>): void {
  remove(path)
  temporary.delete(path)
  forget(path)
}

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : ''
}

function alreadyThere(done: readonly string[]): string {
  return done.length === 0 ? '; no file was written' : `; already written and kept: ${done.join(', ')}`
}

function withDone(error: unknown, done: readonly string[]): unknown {
  if (done.length === 0 || !(error instanceof SdcError)) return error
  return new SdcError(error.code, `${error.message}${alreadyThere(done)}`, error.place, error.fix)
}
