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
  /** True if a file of this name must not exist. */
  readonly exclusive?: boolean
}

/** Names that no other run takes until they are released. */
export interface Reservation {
  /** Files that earlier runs left next to the names. */
  readonly found: readonly LeftBehind[]
  release(): void
}

/**
 * Reserves names before the work that makes the files: another run that reserves one of them meanwhile is refused. Also
 * checks early that the folders exist and are writable. Devices and pipes need no reservation.
 *
 * The reservation only saves the second run its work. `writeFilesSafely` ensures that no file is lost without it: it
 * gives an exclusive file its name by one call that fails if the name is taken.
 * @param files - The names, and which of them must be new.
 * @returns The reservation, which must be released, and the files found next to the names.
 * @throws FILE if a name cannot be written, exists and must not, or is reserved by another run.
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
          // If two find each other, the first by name continues, and the other withdraws.
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

/** Time to wait for the withdrawal of the other, and time between two checks, in milliseconds. */
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
  const message = `another run (process ${id}) has reserved ${path}`
  const fix = `Wait for it, or choose another name; if there is no such run, remove ${beside}.`
  return new SdcError('FILE', message, { file: path }, fix)
}
