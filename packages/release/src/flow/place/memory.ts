import { stat } from 'node:fs/promises'
import os from 'node:os'
import { SdcError, type Dataset } from '@sdc/core'

/**
 * Bytes per value of a file that a run takes: the value, its masked value, and the memory of the method; no texts.
 * Measured on 13 and 130 million values with noise on five columns of 13: 24 and 21.
 */
export const RUN_BYTES_PER_CELL = 40

/** Returns the memory of the machine, or the limit of this process (a container's), in bytes. */
export function machineMemory(): number {
  const limit = process.constrainedMemory()
  return Math.min(os.totalmem(), limit > 0 ? limit : Infinity)
}

/**
 * Refuses a run that does not fit in memory, before its work.
 *
 * @param file - Name of the file, for the message.
 * @param data - The data to mask.
 * @throws FILE, with the number of its records that would fit.
 */
export function checkRunMemory(file: string, { rows, names }: Dataset): void {
  const record = RUN_BYTES_PER_CELL * names.length
  if (rows * record <= machineMemory()) return
  const columns = names.length === 1 ? '1 column' : `${names.length} columns`
  const message = `masking ${rows} records of ${columns} needs about ${megabytes(rows * record)} of memory, but there are ${megabytes(machineMemory())}`
  const fix =
    `About ${Math.floor(machineMemory() / record)} of its records fit: leave out columns that are not needed, or ` +
    'divide the file.'
  throw new SdcError('FILE', message, { file }, fix)
}

/** Bytes of memory per byte of a file that is read: .55 for numbers of 17 digits, 1.6 for short ones. */
const READ_BYTES_PER_BYTE = 0.4
/** Largest share of memory for the bytes of a pipe, which are kept in addition to the columns read from them. */
const PIPE_SHARE = 0.4

/**
 * Refuses a file that does not fit in memory, before it is read. Memory that other programs use is not considered.
 *
 * @param path - The file.
 * @throws FILE, with the share of its records that fit.
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

/** Returns the number of bytes of a pipe that may be kept. */
export function pipeMemory(): number {
  return Math.floor(machineMemory() * PIPE_SHARE)
}

function megabytes(bytes: number): string {
  return `${Math.ceil(bytes / 2 ** 20)} MB`
}
