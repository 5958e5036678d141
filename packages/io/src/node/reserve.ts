import { open, stat, unlink } from 'node:fs/promises'
import { basename } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { SdcError } from '@sdc/core'
import { fileError } from './file-error.js'
import { whenInterrupted } from './interruption.js'
import { placeOf } from './place.js'
import { forget, leftBehind, temporaryBeside, type LeftBehind } from './temporary-files.js'
import { remove } from './remove.js'

export interface FileToReserve {
  readonly path: string
  /** Whether a file of this name must not be there. */
  readonly exclusive?: boolean
}

/** Names that no other run takes until they are released. */
export interface Reservation {
  /** What runs before this one left beside the names. */
  readonly found: readonly LeftBehind[]
  release(): void
}

/**
 * Reserves names before the work that makes the files: whoever else reserves one of them meanwhile is refused. Also
 * finds out, in time, whether the folders are there and can be written to. Devices and pipes need no reservation.
 *
 * The reservation is a courtesy: it spares the second run its work. That no file is lost without it is for
 * `writeFilesSafely`, which gives an exclusive file its name by one call that fails where the name is taken.
 * @param files - The names, and which of them must be new.
 * @returns The reservation, which must be released, and what was found beside the names.
 * @throws FILE where a name cannot be written, is there and must not be, or is reserved by a run that goes on.
 */
export async function reserveFiles(files: readonly FileToReserve[]): Promise<Reservation> {
  const held: string[] = []
  const clean = (): void => held.splice(0).forEach(giveUp)
  const stopListening = whenInterrupted(clean)
  const release = (): void => {
    clean()
    stopListening()
  }
  try {
    const found: LeftBehind[] = []
    for (const { path, exclusive = false } of files) {
      const place = await placeOf(path, undefined, exclusive)
      if (place.kind === 'stream') continue
      const beside = temporaryBeside(place.target)
      held.push(beside)
      await touch(beside, path)
      for (const one of await leftBehind([place.target])) {
        if (one.run === 'live') {
          // Of two that find each other one goes on, by the order of their names: the other takes its own away.
          const isFirst = basename(beside) < basename(one.path)
          if (!isFirst || !(await isTakenAway(one.path))) throw reserved(path, one)
        } else if (one.run === 'dead' && one.bytes === 0) await unlink(one.path).catch(() => undefined)
        else found.push(one)
      }
    }
    return { found, release }
  } catch (error) {
    release()
    throw error
  }
}

async function touch(beside: string, path: string): Promise<void> {
  try {
    await (await open(beside, 'wx', 0o600)).close()
  } catch (error) {
    throw fileError(error, 'written', path)
  }
}

/** How long one that may have been found is looked for, and how long between two looks, in milliseconds. */
const PATIENCE = 2000
const PAUSE = 20

async function isTakenAway(path: string): Promise<boolean> {
  for (const end = Date.now() + PATIENCE; Date.now() < end; await pause(PAUSE)) {
    const there = await stat(path).catch(() => undefined)
    if (there === undefined) return true
  }
  return false
}

function giveUp(path: string): void {
  remove(path)
  forget(path)
}

function reserved(path: string, { process: id, path: beside }: LeftBehind): SdcError {
  const message = `another run (process ${id}) is about to write ${path}`
  const fix = `Wait for it, or choose another name; where no such run goes on, remove ${beside}.`
  return new SdcError('FILE', message, { file: path }, fix)
}
