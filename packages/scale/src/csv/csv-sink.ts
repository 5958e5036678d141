import {
  closeSync,
  existsSync,
  fsyncSync,
  openSync,
  readdirSync,
  readSync,
  renameSync,
  rmSync,
  statSync,
  writeSync,
} from 'node:fs'
import { basename, dirname, join, resolve } from 'node:path'
import type { Column } from '@sdc/core'
import { csvBlockContent } from '@sdc/io'
import { existsAlready, fileError, makeFolder, writeFileSafely } from '@sdc/io/node'
import type { Sink } from '../finish-stage.js'
import type { CsvSource } from './csv-source.js'

/** A sink of a CSV file. */
export interface CsvSink extends Sink {
  /** Removes the parts that are there, of whichever process. */
  discard(): Promise<void>
}

const partName = (part: number): string => `part-${String(part).padStart(6, '0')}.csv`

/**
 * Writes a file in parts as one CSV file, byte for byte as `csvContent` writes the whole. Parts stand in a hidden folder beside it until
 * all are there; any process may write any of them, twice as well, and any may close.
 *
 * @param path - Of the file, which must not be there.
 * @param source - Where the blocks come from that are written: how they were written is known there.
 * @returns The sink. Writing throws FILE where the path is there, nobody may write there, or the disk is full.
 */
export function csvSink(path: string, source: CsvSource): CsvSink {
  const folder = join(dirname(resolve(path)), `.${basename(path)}.sdc-parts`)
  return {
    async write(part, range, blocks) {
      if (existsSync(path)) throw existsAlready(path)
      if (!existsSync(folder)) await makeFolder(folder).catch((error: unknown) => ignoreIfThere(folder, error))
      const own = join(folder, `${partName(part)}.${process.pid}`)
      let file: number | undefined
      let count = 0
      try {
        file = openSync(own, 'w')
        for await (const { block, data } of blocks) {
          const { read, given } = source.lastRead(block.index)
          const masked = new Map<string, Column>()
          for (const name of data.names) {
            const column = data.column(name)
            if (column !== given.get(name)) masked.set(name, column)
          }
          for (const piece of csvBlockContent(source.facts.scan, block.index, read, masked)) writeWhole(file, piece)
          count++
        }
        fsyncSync(file)
      } catch (error) {
        throw fileError(error, 'written', path)
      } finally {
        if (file !== undefined) closeSync(file)
      }
      if (count !== range.to - range.from)
        throw new Error(`part ${part + 1} has ${range.to - range.from} blocks, and ${count} came`)
      renameSync(own, join(folder, partName(part)))
    },
    async close(parts) {
      if (existsSync(path) && !existsSync(folder)) return
      const files = Array.from({ length: parts }, (_, part) => join(folder, partName(part)))
      // A run that ended and was killed before it removed its parts.
      if (existsSync(path) && isAllThere(path, files)) {
        rmSync(folder, { recursive: true, force: true })
        return
      }
      await writeFileSafely(path, { [Symbol.iterator]: () => bytesOf(files) }, { exclusive: true })
      rmSync(folder, { recursive: true, force: true })
    },
    discard() {
      rmSync(folder, { recursive: true, force: true })
      return Promise.resolve()
    },
  }
}

function isAllThere(path: string, files: readonly string[]): boolean {
  const names = new Set(readdirSync(dirname(files[0])))
  return (
    files.every((file) => names.has(basename(file))) &&
    statSync(path).size === files.reduce((sum, file) => sum + statSync(file).size, 0)
  )
}

function ignoreIfThere(folder: string, error: unknown): void {
  if (!existsSync(folder)) throw error
}

function writeWhole(file: number, piece: Uint8Array): void {
  for (let at = 0; at < piece.length;) at += writeSync(file, piece, at)
}

const AT_A_TIME = 1 << 20

function* bytesOf(files: readonly string[]): Generator<Uint8Array, void> {
  const bytes = new Uint8Array(AT_A_TIME)
  for (const path of files) {
    const file = openSync(path, 'r')
    try {
      for (;;) {
        const length = readSync(file, bytes)
        if (length === 0) break
        yield bytes.subarray(0, length)
      }
    } finally {
      closeSync(file)
    }
  }
}
