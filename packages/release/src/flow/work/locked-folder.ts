import { constants } from 'node:fs'
import { open, readFile, rm, stat, utimes } from 'node:fs/promises'
import { hostname } from 'node:os'
import { SdcError } from '@sdc/core'
import { fileError } from '@sdc/files/node'

/** Interval of the signs of life of a driver, and time without one after which it counts as dead, in milliseconds. */
const BEAT = 2000
const SILENCE = 10_000

/** Releases a lock. */
export type Unlock = () => Promise<void>

/**
 * Locks a file, so that one driver at a time works with the resource it represents. The lock of a killed driver ends:
 * on the same machine its process is checked, and on another one its file, which a driver touches every two seconds.
 *
 * @param path - The file; it is made.
 * @param what - Name of the resource, for the message.
 * @returns A function that releases the lock.
 * @throws BAD_OPTION if another driver has the lock; FILE if the file cannot be made.
 */
export async function lockFile(path: string, what: string): Promise<Unlock> {
  const own = `${hostname()} ${process.pid}`
  for (let isFirst = true; ; isFirst = false) {
    if (await isMade(path, own)) break
    if (isFirst && (await isDead(path))) await rm(path, { force: true })
    else throw await limitedError(path, what)
  }
  const beat = setInterval(() => {
    const now = new Date()
    utimes(path, now, now).catch(() => undefined)
  }, BEAT)
  beat.unref()
  return async () => {
    clearInterval(beat)
    if ((await textOf(path)) === own) await rm(path, { force: true })
  }
}

const textOf = (path: string): Promise<string> => readFile(path, 'utf8').catch(() => '')

async function isMade(path: string, text: string): Promise<boolean> {
  try {
    const file = await open(path, constants.O_CREAT | constants.O_EXCL | constants.O_WRONLY, 0o600)
    try {
      await file.writeFile(text)
    } catch (error) {
      await rm(path, { force: true })
      throw error
    } finally {
      await file.close()
    }
    return true
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EEXIST') return false
    throw fileError(error, 'written', path)
  }
}

async function isDead(path: string): Promise<boolean> {
  const [host, process] = (await textOf(path)).split(' ')
  if (host === hostname()) return !isAlive(Number(process))
  // The clock of the machine with the file may differ from both drivers' clocks, so only a change of the time counts.
  const touched = await touchedAt(path)
  const end = Date.now() + SILENCE
  while (Date.now() < end) {
    await new Promise((resolve) => setTimeout(resolve, BEAT / 4))
    if ((await touchedAt(path)) !== touched) return false
  }
  return true
}

function isAlive(id: number): boolean {
  try {
    process.kill(id, 0)
    return true
  } catch (error) {
    // The process exists and belongs to another user.
    return error instanceof Error && 'code' in error && error.code === 'EPERM'
  }
}

const touchedAt = async (path: string): Promise<number> => (await stat(path).catch(() => undefined))?.mtimeMs ?? 0

async function limitedError(path: string, what: string): Promise<SdcError> {
  const [host, id] = (await textOf(path)).split(' ')
  const message = `another run uses ${what}${id === undefined ? '' : ` (process ${id} on ${host})`}`
  return new SdcError('BAD_OPTION', message, { file: path }, 'Wait for it, stop it, or name another folder.')
}
