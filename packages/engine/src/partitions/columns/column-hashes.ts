/** A hash of what is in each column of a file that is written block by block. */
import { sha256Stream, type Column } from '@sdc/core'
import { bytesOf } from '../tasks/store.js'

/** How many bytes the hash of a block of a column has. */
export const HASH = 32

/** The hash of one block of a column, as bytes; missing numbers are one and the same. */
export function hashOf(column: Column): Uint8Array {
  const stream = sha256Stream()
  if (column.kind === 'numeric') {
    const { values } = column
    // A copy only where something is missing: copies of whole blocks keep the collector of garbage busy.
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
 * The hashes of whole columns.
 *
 * @param names - The columns.
 * @param parts - Of each part the hashes of its blocks, of each block those of its columns.
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
