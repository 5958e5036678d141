import { constants } from 'node:fs'
import { open, readFile, rm, stat, utimes } from 'node:fs/promises'
import { hostname } from 'node:os'
import { SdcError } from '@sdc/core'
import { fileError } from '@sdc/files/node'

/** How often a driver says that it lives, and after how long without that it is taken for dead, in milliseconds. */
const BEAT = 2000
const SILENCE = 10_000

/** Gives up what is held. */
export type Unlock = () => Promise<void>

/**
 * Holds a file as the one driver that works with what it stands for. A driver that was killed holds it no longer: it is known by its
 * process on the same machine, and on another one by the file, which it touches every two seconds.
 *
 * @param path - The file; it is made.
 * @param what - What it stands for, for the sentence.
 * @returns What gives it up.
 * @throws BAD_OPTION where another driver holds it; FILE where it cannot be made.
 */
export async function holdAlone(path: string, what: string): Promise<Unlock> {
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
  // By the clock of the machine that has the file, which may be neither's: what is looked at is whether it is touched.
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
    // There is one, of another user.
    return error instanceof Error && 'code' in error && error.code === 'EPERM'
  }
}

const touchedAt = async (path: string): Promise<number> => (await stat(path).catch(() => undefined))?.mtimeMs ?? 0

async function limitedError(path: string, what: string): Promise<SdcError> {
  const [host, id] = (await textOf(path)).split(' ')
  const message = `another run uses ${what}${id === undefined ? '' : ` (process ${id} on ${host})`}`
  return new SdcError('BAD_OPTION', message, { file: path }, 'Wait for it, stop it, or name another folder.')
}
