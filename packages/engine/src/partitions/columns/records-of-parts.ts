/** Records of a partition, and records sorted by partition. */
import { BLOCK } from '@sdc/core'
import type { StoredFile } from '../tasks/stage.js'

/** Records of a partition. */
export function recordsOfPart(
  { source, partBlocks }: Pick<StoredFile, 'source' | 'partBlocks'>,
  part: number,
): { readonly first: number; readonly end: number } {
  const size = partBlocks * BLOCK
  return { first: part * size, end: Math.min(source.rows, (part + 1) * size) }
}

/** Partition of a record. */
export const partOf = (record: number, { partBlocks }: Pick<StoredFile, 'partBlocks'>): number =>
  Math.floor(record / (partBlocks * BLOCK))

/**
 * Positions of the partitions' first records in a list sorted by partition, and its length.
 *
 * @param records - Records of a file, in any order.
 * @param file - The file.
 * @returns One number per partition, and the length.
 */
export function startsByPart(records: Uint32Array, file: Pick<StoredFile, 'parts' | 'partBlocks'>): Float64Array {
  const starts = new Float64Array(file.parts.length + 1)
  for (let i = 0; i < records.length; i++) starts[partOf(records[i], file) + 1]++
  for (let p = 0; p < file.parts.length; p++) starts[p + 1] += starts[p]
  return starts
}
