import { randomBytes } from 'node:crypto'
import { renameSync, unlinkSync, type Stats } from 'node:fs'
import { open, realpath, stat } from 'node:fs/promises'
import { basename, dirname, join, resolve } from 'node:path'
import { SdcError } from '@sdc/core'
import { fileError } from './file-error.js'

export type FileContent = string | Uint8Array | Iterable<string>

export interface WriteOptions {
  /** Who may read and write it (0o600: its owner); where not given, as the file that it replaces, or as usual. */
  readonly mode?: number | undefined
}

export interface FileToWrite extends WriteOptions {
  readonly path: string
  readonly content: FileContent
}

/**
 * Writes a file whole or not at all: beside its place first, to the disk, then under its name. A file of that name is
 * replaced: whether it may be is for the caller to ask. Throws FILE; leaves nothing behind where it fails or is
 * interrupted (SIGINT, SIGTERM). A device or pipe (`/dev/stdout`) is written to directly.
 */
export async function writeFileSafely(path: string, content: FileContent, options: WriteOptions = {}): Promise<void> {
  await writeFilesSafely([{ path, content, ...options }])
}

/**
 * Writes several files, all of them or none: no file gets its name before the content of all is on the disk. Only if a
 * renaming itself fails can earlier ones have been replaced; the error then names them.
 */
export async function writeFilesSafely(files: readonly FileToWrite[]): Promise<void> {
  const places = await Promise.all(files.map(placeOf))
  refuseTwice(places)
  const temporary = new Set<string>()
  const clean = (): void => {
    for (const path of temporary) remove(path)
    temporary.clear()
  }
  let stopped = false
  const interrupted = (signal: NodeJS.Signals): void => {
    stopped = true
    clean()
    stopListening()
    // Whoever else listens has been told; with no other listener the process ends as it would have.
    if (process.listenerCount(signal) === 0) process.kill(process.pid, signal)
  }
  const signals = ['SIGINT', 'SIGTERM'] as const
  const stopListening = (): void => signals.forEach((signal) => void process.off(signal, interrupted))
  signals.forEach((signal) => void process.on(signal, interrupted))

  try {
    const renames: [string, Place][] = []
    for (const place of places.filter(({ kind }) => kind === 'file')) {
      const beside = join(
        dirname(place.target),
        `.${basename(place.target).slice(0, 100)}.${randomBytes(6).toString('hex')}.tmp`,
      )
      temporary.add(beside)
      await writeWhole(beside, place)
      renames.push([beside, place])
    }
    for (const place of places.filter(({ kind }) => kind === 'stream')) await writeStream(place)
    if (stopped) throw new SdcError('CANCELLED', 'the writing of files was interrupted; none was written')
    renameAll(renames, temporary)
    await Promise.all([...new Set(renames.map(([, { target }]) => dirname(target)))].map(syncFolder))
  } finally {
    clean()
    stopListening()
  }
}

interface Place {
  readonly file: FileToWrite
  /** Where it goes in truth: a link is followed, so that it stays a link. */
  readonly target: string
  readonly kind: 'file' | 'stream'
  readonly mode: number | undefined
}

async function placeOf(file: FileToWrite): Promise<Place> {
  const { path, mode } = file
  let there: Stats
  try {
    there = await stat(path)
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT')
      return { file, target: resolve(path), kind: 'file', mode }
    throw fileError(error, 'written', path)
  }
  if (there.isDirectory())
    throw new SdcError('FILE', `${path} cannot be written: it is a folder`, { file: path }, 'Name a file.')
  if (!there.isFile()) return { file, target: path, kind: 'stream', mode }
  return { file, target: await realpath(path), kind: 'file', mode: mode ?? there.mode & 0o777 }
}

function refuseTwice(places: readonly Place[]): void {
  const targets = new Set<string>()
  for (const { kind, target, file } of places) {
    if (kind === 'file' && targets.has(target)) {
      throw new SdcError(
        'FILE',
        `${file.path} is to be written twice`,
        { file: file.path },
        'Give each output its own name.',
      )
    }
    targets.add(target)
  }
}

async function writeWhole(path: string, { file, mode }: Place): Promise<void> {
  try {
    const handle = await open(path, 'wx', mode ?? 0o666)
    try {
      // Not narrowed by the umask: what was asked for, or what the file had.
      if (mode !== undefined) await handle.chmod(mode)
      for (const part of partsOf(file.content)) await handle.writeFile(part)
      await handle.sync()
    } finally {
      await handle.close()
    }
  } catch (error) {
    throw fileError(error, 'written', file.path)
  }
}

async function writeStream({ file, target }: Place): Promise<void> {
  try {
    const handle = await open(target, 'w')
    try {
      for (const part of partsOf(file.content)) await handle.writeFile(part)
    } finally {
      await handle.close()
    }
  } catch (error) {
    throw fileError(error, 'written', file.path)
  }
}

function partsOf(content: FileContent): Iterable<string | Uint8Array> {
  return typeof content === 'string' || content instanceof Uint8Array ? [content] : content
}

/** Without a pause between, so that no signal comes in the middle. */
function renameAll(renames: readonly (readonly [string, Place])[], temporary: Set<string>): void {
  const replaced: string[] = []
  for (const [beside, { file, target }] of renames) {
    try {
      renameSync(beside, target)
    } catch (error) {
      const problem = fileError(error, 'written', file.path)
      if (replaced.length === 0 || !(problem instanceof SdcError)) throw problem
      const message = `${problem.message}; written already: ${replaced.join(', ')}`
      throw new SdcError('FILE', message, problem.place, problem.advice)
    }
    temporary.delete(beside)
    replaced.push(file.path)
  }
}

/** So that the name, too, is on the disk; not every system can. */
async function syncFolder(folder: string): Promise<void> {
  try {
    const handle = await open(folder)
    try {
      await handle.sync()
    } finally {
      await handle.close()
    }
  } catch {
    // The content is safe; where folders cannot be synced the system looks after their entries.
  }
}

function remove(path: string): void {
  try {
    unlinkSync(path)
  } catch {
    // It was not made yet, or is gone: either way nothing is left behind.
  }
}
