import { createHash } from 'node:crypto'
import {
  closeSync,
  fchmodSync,
  fdatasyncSync,
  fsyncSync,
  ftruncateSync,
  openSync,
  readFileSync,
  writeSync,
} from 'node:fs'
import { dirname } from 'node:path'
import { SdcError } from '@sdc/core'
import { fileError } from './file-error.js'
import { existsAlready, placeOf } from './place.js'
import { reserveFiles } from './reserve.js'
import { syncFolder } from './sync-folder.js'
import type { LeftBehind } from './temporary-files.js'

/**
 * A file of lines that grows while work goes on, and outlives it: what was appended is on the disk when `append` returns,
 * so that a process that is killed at any moment loses what it was about to append and nothing else.
 *
 * Each line is `HASH TEXT`, the hash (SHA-256, its first 32 digits) of the hash before it and of the text: a line that
 * was changed, moved or taken away is told from a whole one. A last line without its end is one that a kill cut off: it
 * is dropped.
 */
export interface JournalFile {
  /** Its path, as it was given. */
  readonly name: string
  /** The texts that it held when it was opened. */
  readonly entries: readonly string[]
  /** Whether it ended in a line that was cut off, which is gone now. */
  readonly wasCut: boolean
  /** What other runs left beside it. */
  readonly found: readonly LeftBehind[]
  /**
   * Adds a text at the end, and waits until it is on the disk. Where that fails the file is as it was before.
   *
   * @throws FILE with the reason, as where the disk is full.
   */
  append(text: string): void
  /** Lets others open it. */
  close(): void
}

export interface JournalOptions {
  /** Whether to go on where the file is there; without, one that has entries is refused. */
  readonly resume: boolean
}

/** Those of this process: its own reservations stand in nobody's way. */
const open = new Set<string>()

/**
 * Opens a journal, or begins one, for its owner's eyes only; no other process has it open at the same time, and one that
 * was killed stands in nobody's way.
 *
 * @param path - Its name; the folder must be there.
 * @param options - Whether it may have entries.
 * @returns The journal, which must be closed.
 * @throws FILE where it cannot be read or written, is there and must not be, or another process has it open; BAD_PLAN
 *   where a line was changed.
 */
export async function openJournal(path: string, { resume }: JournalOptions): Promise<JournalFile> {
  const place = await placeOf(path, undefined, false)
  if (place.kind === 'stream') throw existsAlready(path)
  const { target } = place
  if (open.has(target)) throw new SdcError('FILE', `${path} is open already`, { file: path }, 'Close it first.')
  const reservation = await reserveFiles([{ path }])
  let handle: number | undefined
  try {
    handle = openSync(target, 'a+', 0o600)
    const { entries, length, wasCut, last } = linesOf(readFileSync(handle), path)
    if (entries.length > 0 && !resume) throw hasEntries(path)
    // Not wider than its owner's, whatever the umask, or whoever copied it, says.
    fchmodSync(handle, 0o600)
    if (wasCut) ftruncateSync(handle, length)
    fsyncSync(handle)
    syncFolder(dirname(target))
    open.add(target)
    return { name: path, entries, wasCut, found: reservation.found, ...writer(handle, length, last) }
  } catch (error) {
    if (handle !== undefined) closeSync(handle)
    reservation.release()
    throw fileError(error, 'written', path)
  }

  function writer(to: number, from: number, before: string): Pick<JournalFile, 'append' | 'close'> {
    let length = from
    let last = before
    let isOpen = true
    return {
      append(text) {
        if (!isOpen) throw new Error(`${path} was closed`)
        if (/[\n\r]/.test(text)) throw new RangeError('an entry of a journal is one line')
        const hash = hashOf(last, text)
        const bytes = Buffer.from(`${hash} ${text}\n`)
        try {
          for (let done = 0; done < bytes.length;) done += writeSync(to, bytes, done)
          fdatasyncSync(to)
        } catch (error) {
          cutTo(to, length)
          throw fileError(error, 'written', path)
        }
        length += bytes.length
        last = hash
      },
      close() {
        if (!isOpen) return
        isOpen = false
        open.delete(target)
        closeSync(to)
        reservation.release()
      },
    }
  }
}

interface Lines {
  readonly entries: readonly string[]
  /** The bytes of the whole lines. */
  readonly length: number
  readonly wasCut: boolean
  /** The hash of the last of them. */
  readonly last: string
}

function linesOf(bytes: Buffer, path: string): Lines {
  const length = bytes.lastIndexOf(0x0a) + 1
  // Cut off before its first line was whole it may be anything: what does not begin as a line does is not ours to empty.
  if (length === 0 && !/^([0-9a-f]{32} |[0-9a-f]{0,32}$)/.test(bytes.toString('latin1'))) throw changed(path, 1)
  const lines = bytes.toString('utf8', 0, length).split('\n').slice(0, -1)
  let last = ''
  const entries = lines.map((line, i) => {
    const text = line.slice(hashLength + 1)
    const hash = hashOf(last, text)
    if (line !== `${hash} ${text}`) throw changed(path, i + 1)
    last = hash
    return text
  })
  return { entries, length, wasCut: length < bytes.length, last }
}

const hashLength = 32

function hashOf(before: string, text: string): string {
  return createHash('sha256').update(`${before}\n${text}`).digest('hex').slice(0, hashLength)
}

function hasEntries(path: string): SdcError {
  const message = `${path} has the results of an earlier run`
  const advice = 'Go on with them (--resume), or begin anew in another folder.'
  return new SdcError('FILE', message, { file: path }, advice)
}

function changed(path: string, line: number): SdcError {
  const message = `${path} was changed, or is damaged: its line ${line} is not what was written there`
  const advice = `Begin anew in another folder, or remove this file; to keep what stands before line ${line}, remove that line and all after it.`
  return new SdcError('BAD_PLAN', message, { file: path, line }, advice)
}

/** Takes back half a line; where not even that can be done, the next one who reads the file drops it. */
function cutTo(handle: number, length: number): void {
  try {
    ftruncateSync(handle, length)
  } catch {
    // The error that led here is the one to be told.
  }
}
