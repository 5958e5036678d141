/** Context of a linkage: two files whose records are linked. */
import { partOf, startsByPart } from '../columns/records-of-parts.js'
import type { LinkBy } from '../source/source.js'
import type { StoredFile } from '../tasks/stage.js'
import type { Store } from '@sdc/core'

/** Either of the two. */
export type Side = 'original' | 'masked'
export const SIDES: readonly Side[] = ['original', 'masked']

/** Both files as a file of pairs: record i of one file is linked to record i of the other. */
export type PairedFiles = Readonly<Record<Side, StoredFile>>

/** Two files with links, each with its own partitions and number of records. */
export interface LinkedFiles extends Readonly<Record<Side, StoredFile>> {
  /** Work folder of the tasks' results. */
  readonly store: Store
  /** Bytes that a task may take, if they are limited. */
  readonly taskBytes?: number | undefined
}

/** Value for a masked record without an original; no file has so many records. */
export const UNLINKED = 0xffffffff

/**
 * Tests whether keys are compared as numbers: only if both files have numbers. A number and a text are compared as
 * texts.
 */
export function areNumbers({ original, masked }: LinkedFiles, key: string): boolean {
  return original.source.kind(key) === 'numeric' && masked.source.kind(key) === 'numeric'
}

/** Bytes per record while keys are linked: its key, its number, its place in the table, its link twice. */
const LINKED_NUMBER = 64
/** Bytes per record with a text of about forty characters as key. */
const LINKED_TEXT = 128
/** Fewest buckets for files with as many partitions, so that several workers can run. */
const FEW = 4

/** Number of buckets for the linkage, so that a task can hold one in memory; it changes no link. */
export function bucketsOf(around: LinkedFiles, by: LinkBy): number {
  const { original, masked, taskBytes = Infinity } = around
  const isText = 'key' in by && !areNumbers(around, by.key)
  const bytes = (original.source.rows + masked.source.rows) * (isText ? LINKED_TEXT : LINKED_NUMBER)
  return Math.max(1, Math.ceil(bytes / taskBytes), Math.min(FEW, original.parts.length, masked.parts.length))
}

/**
 * Sorts pairs of numbers by the partition of the first number; the sort is stable.
 *
 * @param records - Records of a file.
 * @param others - Number paired with each record.
 * @param file - The file.
 * @returns Both lists in the order of the partitions, and the beginning of each partition.
 */
export function byPart(
  records: Uint32Array,
  others: Uint32Array,
  file: Pick<StoredFile, 'parts' | 'partBlocks'>,
): { readonly records: Uint32Array; readonly others: Uint32Array; readonly starts: Float64Array } {
  const starts = startsByPart(records, file)
  const at = starts.slice()
  const placed = { records: new Uint32Array(records.length), others: new Uint32Array(records.length) }
  for (let i = 0; i < records.length; i++) {
    const to = at[partOf(records[i], file)]++
    placed.records[to] = records[i]
    placed.others[to] = others[i]
  }
  return { ...placed, starts }
}
