/** Hash of the content of each column, for a file that is written block by block. */
import { sha256Stream, type Column } from '@sdc/core'
import { bytesOf } from '../tasks/store.js'

/** Number of bytes of the hash of a block of a column. */
export const HASH = 32

/** Hash of one block of a column, as bytes. All missing numbers have the same bytes. */
export function hashOf(column: Column): Uint8Array {
  const stream = sha256Stream()
  if (column.kind === 'numeric') {
    const { values } = column
    // Copies only if a value is missing, because copies of whole blocks keep the garbage collector busy.
    stream.update(bytesOf(hasMissing(values) ? values.map((value) => (value === value ? value : Number.NaN)) : values))
  } else stream.update(bytesOf(column.codes))
  return stream.digest()
}

function hasMissing(values: Float64Array): boolean {
  // An iterator takes many times as long.
  for (let i = 0; i < values.length; i++) if (values[i] !== values[i]) return true
  return false
}

/**
 * Hashes of whole columns.
 *
 * @param names - The columns.
 * @param parts - For each partition, the hashes of its blocks one after the other, with one hash per column for each
 *   block.
 * @returns By column, SHA-256 of the hashes of its blocks in their order, in hexadecimal digits.
 */
export function columnHashes(names: readonly string[], parts: readonly Float64Array[]): ReadonlyMap<string, string> {
  const streams = names.map(() => sha256Stream())
  for (const hashes of parts)
    for (let at = 0; at < hashes.length; at += HASH * names.length)
      for (const [c, stream] of streams.entries())
        stream.update(Uint8Array.from(hashes.subarray(at + c * HASH, at + (c + 1) * HASH)))
  return new Map(names.map((name, c) => [name, hexOf(streams[c].digest())]))
}

const hexOf = (bytes: Uint8Array): string => Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
