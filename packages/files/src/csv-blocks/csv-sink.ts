import {
  closeSync,
  existsSync,
  fsyncSync,
  openSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
  writeSync,
} from 'node:fs'
import { basename, dirname, join, resolve } from 'node:path'
import type { BlockRange, Column, Dataset, Sink } from '@sdc/core'
import { csvBlockContent } from '../csv/blocks/write-block.js'
import { csvBlockRecords, csvRunContent } from '../csv/blocks/block-records.js'
import type { CsvBlock } from '../csv/blocks/read-block.js'
import { bytesOfFiles } from '../node/bytes-of-files.js'
import { existsAlready } from '../node/place.js'
import { fileError } from '../node/file-error.js'
import { leftBehind } from '../node/temporary-files.js'
import { makeFolder } from '../node/make-folder.js'
import { removeFolder } from '../node/remove-folder.js'
import { writeFileSafely } from '../node/write-safely.js'
import type { CsvSource } from './csv-source.js'

/** A sink of a CSV file. */
export interface CsvSink extends Sink {
  /** Removes existing parts, also those of other processes. */
  discard(): Promise<void>
}

const partName = (part: number): string => `part-${String(part).padStart(6, '0')}.csv`

/**
 * Writes a file out of core as one CSV file, byte for byte as `csvContent` writes the whole. Parts are written to a
 * hidden folder next to the file until all exist. Any process may write any part, even twice, and any process may close
 * the file.
 *
 * @param path - Path of the file.
 * @param source - Source of the written blocks, with the form of their texts.
 * @param options - `replaces`: true to overwrite an existing file; by default, the file must not exist.
 * @returns The sink.
 * @throws FILE while writing if the path exists, is not writable, or the disk is full
 */
export function csvSink(
  path: string,
  source: CsvSource,
  { replaces = false }: { readonly replaces?: boolean | undefined } = {},
): CsvSink {
  const folder = join(dirname(resolve(path)), `.${basename(path)}.sdc-parts`)
  const { scan } = source.facts
  const filesOf = (parts: number): string[] => Array.from({ length: parts }, (_, part) => join(folder, partName(part)))
  /** A block as it was read, and its masked columns. */
  const asMasked = (block: BlockRange, data: Dataset): { read: CsvBlock; masked: ReadonlyMap<string, Column> } => {
    const { read, given } = source.lastRead(block.index)
    const masked = new Map<string, Column>()
    for (const name of data.names) {
      const column = data.column(name)
      if (column !== given.get(name)) masked.set(name, column)
    }
    return { read, masked }
  }
  const writePart = async (part: number, work: (put: (piece: Uint8Array) => void) => Promise<void>): Promise<void> => {
    if (!replaces && existsSync(path)) throw existsAlready(path)
    if (!existsSync(folder)) await makeFolder(folder).catch((error: unknown) => ignoreIfThere(folder, error))
    const own = join(folder, `${partName(part)}.${process.pid}`)
    let file: number | undefined
    try {
      const opened = openSync(own, 'w')
      file = opened
      await work((piece) => writeWhole(opened, piece))
      fsyncSync(opened)
    } catch (error) {
      throw fileError(error, 'written', path)
    } finally {
      if (file !== undefined) closeSync(file)
    }
    renameSync(own, join(folder, partName(part)))
  }
  return {
    async write(part, range, blocks) {
      let count = 0
      await writePart(part, async (put) => {
        for await (const { block, data } of blocks) {
          const { read, masked } = asMasked(block, data)
          for (const piece of csvBlockContent(scan, block.index, read, masked)) put(piece)
          count++
        }
        if (count !== range.to - range.from)
          throw new Error(`part ${part + 1} has ${range.to - range.from} blocks, and ${count} came`)
      })
    },
    texts: {
      of(block, data) {
        const { read, masked } = asMasked(block, data)
        return csvBlockRecords(scan, block.index, read, masked, data.names)
      },
      async write(part, { names, blocks, lineEnds, runs }) {
        let { first } = blocks[0]
        await writePart(part, async (put) => {
          for await (const run of runs) {
            const places = blocks.map((block, b) => ({ ...block, lineEnds: lineEnds[b] }))
            put(csvRunContent(scan, { ...run, names, first, blocks: places }))
            first += run.ends.length
          }
          const { end } = blocks[blocks.length - 1]
          if (first !== end) throw new Error(`part ${part + 1} ends with record ${end}, and ${first} came`)
        })
      },
    },
    ready(parts) {
      return Promise.resolve(bytesOfFiles(existsSync(folder) ? filesOf(parts) : [path]))
    },
    async draft(parts) {
      const draft = join(folder, `draft-${basename(path)}`)
      await writeFileSafely(draft, bytesOfFiles(filesOf(parts)), { mode: 0o600 })
      return draft
    },
    async close(parts) {
      if (existsSync(path) && !existsSync(folder)) return
      const files = filesOf(parts)
      // The run had finished but was killed before it removed its parts.
      if (!replaces && existsSync(path) && isAllThere(path, files)) {
        await removeFolder(folder)
        return
      }
      for (const { path: left, run } of await leftBehind([path])) if (run === 'dead') rmSync(left, { force: true })
      await writeFileSafely(path, bytesOfFiles(files), { exclusive: !replaces })
      await removeFolder(folder)
    },
    discard: () => removeFolder(folder),
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
