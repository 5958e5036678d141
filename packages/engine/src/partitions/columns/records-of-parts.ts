/** Which records a part has, and records by part. */
import { BLOCK } from '@sdc/core'
import type { StoredFile } from '../tasks/stage.js'

/** The records of a part. */
export function recordsOfPart(
  { source, partBlocks }: Pick<StoredFile, 'source' | 'partBlocks'>,
  part: number,
): { readonly first: number; readonly end: number } {
  const size = partBlocks * BLOCK
  return { first: part * size, end: Math.min(source.rows, (part + 1) * size) }
}

/** The part that a record is of. */
export const partOf = (record: number, { partBlocks }: Pick<StoredFile, 'partBlocks'>): number =>
  Math.floor(record / (partBlocks * BLOCK))

/**
 * Where the records of each part begin when they stand by part, and their number.
 *
 * @param records - Records of a file, in any order.
 * @param file - The file.
 * @returns A number a part, and one more.
 */
export function startsByPart(records: Uint32Array, file: Pick<StoredFile, 'parts' | 'partBlocks'>): Float64Array {
  const starts = new Float64Array(file.parts.length + 1)
  for (let i = 0; i < records.length; i++) starts[partOf(records[i], file) + 1]++
  for (let p = 0; p < file.parts.length; p++) starts[p + 1] += starts[p]
  return starts
}
