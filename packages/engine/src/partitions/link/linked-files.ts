/** Two files whose records are linked: what every stage of it knows. */
import { partOf, startsByPart } from '../columns/records-of-parts.js'
import type { LinkBy } from '../source/source.js'
import type { StoredFile } from '../tasks/stage.js'
import type { Store } from '@sdc/core'

/** Either of the two. */
export type Side = 'original' | 'masked'
export const SIDES: readonly Side[] = ['original', 'masked']

/** Either file as a file of pairs: record i of the one belongs to record i of the other. */
export type PairedFiles = Readonly<Record<Side, StoredFile>>

/** Two files that are linked: each in its own parts, of its own number of records. */
export interface LinkedFiles extends Readonly<Record<Side, StoredFile>> {
  /** Where what tasks make and return lies. */
  readonly store: Store
  /** Bytes that a task may take, where that is bounded. */
  readonly taskBytes?: number | undefined
}

/** Stands for the original of a masked record that has none; no file has so many records. */
export const UNLINKED = 0xffffffff

/** Whether keys are compared as numbers: of two files that have them so. A number and a text are compared as texts. */
export function areNumbers({ original, masked }: LinkedFiles, key: string): boolean {
  return original.source.kind(key) === 'numeric' && masked.source.kind(key) === 'numeric'
}

/** Bytes that a record takes while keys are linked: its key, its number, its place in the table, its link twice. */
const LINKED_NUMBER = 64
/** The same of a text of some forty letters. */
const LINKED_TEXT = 128
/** As many buckets at least, of files in as many parts: so that several workers have something to do. */
const FEW = 4

/** Into how many buckets records are put to be linked, each for a task to hold; it changes no link. */
export function bucketsOf(around: LinkedFiles, by: LinkBy): number {
  const { original, masked, taskBytes = Infinity } = around
  const isText = 'key' in by && !areNumbers(around, by.key)
  const bytes = (original.source.rows + masked.source.rows) * (isText ? LINKED_TEXT : LINKED_NUMBER)
  return Math.max(1, Math.ceil(bytes / taskBytes), Math.min(FEW, original.parts.length, masked.parts.length))
}

/**
 * Pairs of numbers, put by the part of the first of each; in a part they keep their order.
 *
 * @param records - Records of a file.
 * @param others - What belongs to each.
 * @param file - The file.
 * @returns Both in the order of the parts, and where each part begins.
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
