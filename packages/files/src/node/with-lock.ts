import { open, readFile } from 'node:fs/promises'
import { SdcError } from '@sdc/core'
import { fileError } from './file-error.js'
import { whenInterrupted } from './interruption.js'
import { remove } from './remove.js'

/** Time to wait for a lock, and time between two checks, in milliseconds. */
const PATIENCE = 30_000
const PAUSE = 20

/**
 * Runs some work exclusively among processes. The lock is a file that a single system call makes or fails to make.
 *
 * The lock of a killed process is not removed: another process might take it between the check and the removal.
 *
 * @param path - The lock file; it contains the number of the process.
 * @param work - The work.
 * @param patience - Milliseconds to wait.
 * @returns The result of the work.
 * @throws FILE if the lock cannot be made, or is held for too long
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
  const fix = `Wait for it; if there is no such run, remove ${path}.`
  return new SdcError('FILE', message, { file: path }, fix)
}
