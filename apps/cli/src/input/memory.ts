import { stat } from 'node:fs/promises'
import { SdcError } from '@sdc/core'
import { machineMemory } from '@sdc/release/node'

/** Bytes that reading takes for every byte of a file: .55 was measured for numbers of 17 digits, 1.6 for short ones. */
const READ_BYTES_PER_BYTE = 0.4
/** The part of the memory that what comes out of a pipe may take: it comes once, and is held beside what is read of it. */
const PIPE_SHARE = 0.4

/**
 * Refuses a file that cannot be held, before it is read. What is asked is whether the machine can hold it at all, not
 * what other programs leave at the moment: a refusal is never wrong, and no promise.
 * @param path - The file; a pipe does not tell its length.
 * @throws FILE, with how much of it would fit.
 */
export async function checkReadMemory(path: string): Promise<void> {
  const there = await stat(path).catch(() => undefined)
  if (there?.isFile() !== true) return
  const most = machineMemory() / READ_BYTES_PER_BYTE
  if (there.size <= most) return
  const message = `${path} has ${megabytes(there.size)}, but only ${megabytes(most)} fit into memory`
  const share = Math.floor((100 * most) / there.size)
  const fix = `Leave out columns that are not needed, or divide the file: ${share} % of its records fit.`
  throw new SdcError('FILE', message, { file: path }, fix)
}

/**
 * How much of a pipe may be held.
 * @returns Bytes.
 */
export function pipeMemory(): number {
  return Math.floor(machineMemory() * PIPE_SHARE)
}

function megabytes(bytes: number): string {
  return `${Math.ceil(bytes / 2 ** 20)} MB`
}
