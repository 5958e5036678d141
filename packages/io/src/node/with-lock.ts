import { open, readFile } from 'node:fs/promises'
import { SdcError } from '@sdc/core'
import { fileError } from './file-error.js'
import { whenInterrupted } from './interruption.js'
import { remove } from './remove.js'

/** How long a lock is waited for, and how long between two looks. */
const PATIENCE = 30_000
const PAUSE = 20

/**
 * Does something while no other process does it: the lock is a file that one call of the system makes or fails to make.
 *
 * A lock that a killed process left is not taken away: between the look and the taking another process might have it.
 * @param path - The file that is the lock; it holds the number of the process.
 * @param work - What to do.
 * @param patience - For how many milliseconds to wait.
 * @returns What the work gives.
 * @throws FILE where the lock cannot be made, or is held for too long.
 */
export async function withLock<T>(path: string, work: () => Promise<T>, patience: number = PATIENCE): Promise<T> {
  const end = Date.now() + patience
  while (!(await made(path))) {
    if (Date.now() > end) throw await heldBy(path)
    await new Promise((resolve) => setTimeout(resolve, PAUSE))
  }
  const clean = (): void => remove(path)
  const stopListening = whenInterrupted(clean)
  try {
    return await work()
  } finally {
    clean()
    stopListening()
  }
}

async function made(path: string): Promise<boolean> {
  try {
    const handle = await open(path, 'wx', 0o600)
    await handle.writeFile(String(process.pid))
    await handle.close()
    return true
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EEXIST') return false
    throw fileError(error, 'written', path)
  }
}

async function heldBy(path: string): Promise<SdcError> {
  const id = await readFile(path, 'utf8').catch(() => '')
  const message = `another run${id === '' ? '' : ` (process ${id})`} holds ${path}`
  const fix = `Wait for it; where no such run goes on, remove ${path}.`
  return new SdcError('FILE', message, { file: path }, fix)
}
