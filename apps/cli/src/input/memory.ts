import { stat } from 'node:fs/promises'
import os from 'node:os'
import { SdcError, type Dataset } from '@sdc/core'

/**
 * Bytes that a run takes for every cell of its file: its value and that of the masked file, and what the method works with; no text of
 * either is held. Measured on 13 and 130 million cells with noise on five columns of 13: 24 and 21.
 */
export const RUN_BYTES_PER_CELL = 40
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
  const most = memory() / READ_BYTES_PER_BYTE
  if (there.size <= most) return
  const message = `${path} has ${megabytes(there.size)}, but only ${megabytes(most)} fit into memory`
  const share = Math.floor((100 * most) / there.size)
  const fix = `Leave out columns that are not needed, or divide the file: ${share} % of its records fit.`
  throw new SdcError('FILE', message, { file: path }, fix)
}

/**
 * Refuses a run that cannot be held, before its work.
 * @param file - The name of the file, for the message.
 * @param data - What is to be masked.
 * @throws FILE, with how many of its records would fit.
 */
export function checkRunMemory(file: string, { rows, names }: Dataset): void {
  const record = RUN_BYTES_PER_CELL * names.length
  if (rows * record <= memory()) return
  const columns = names.length === 1 ? '1 column' : `${names.length} columns`
  const message = `masking ${rows} records of ${columns} needs about ${megabytes(rows * record)} of memory, but there are ${megabytes(memory())}`
  const fix =
    `About ${Math.floor(memory() / record)} of its records fit: leave out columns that are not needed, or ` +
    'divide the file.'
  throw new SdcError('FILE', message, { file }, fix)
}

/**
 * How much of a pipe may be held.
 * @returns Bytes.
 */
export function pipeMemory(): number {
  return Math.floor(memory() * PIPE_SHARE)
}

/** What the machine has, or what this process may have of it (a container's limit). */
export function memory(): number {
  const limit = process.constrainedMemory()
  return Math.min(os.totalmem(), limit > 0 ? limit : Infinity)
}

function megabytes(bytes: number): string {
  return `${Math.ceil(bytes / 2 ** 20)} MB`
}
