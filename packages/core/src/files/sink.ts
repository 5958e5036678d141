import type { Dataset } from '../columns/dataset.js'
import type { BlockRange } from '../random/blocks.js'
import type { PartRange, SourceBlock } from './source.js'

/** Masked file, written one part at a time. */
export interface Sink {
  /** Writes a part, whole; a second time it is written again. */
  write(part: number, range: PartRange, blocks: AsyncIterable<SourceBlock>): Promise<void>
  /**
   * Makes all that the file will be, when every part is there, and gives it no name yet; a second time the same.
   *
   * @returns Its bytes: of several files those of one after the other, in the order of their names.
   */
  ready?(parts: number): Promise<Iterable<Uint8Array>>
  /**
   * Makes the whole readable under a hidden name, when every part is there: for those who measure it before it has its name.
   *
   * @returns Path of the hidden file, or of a folder of files.
   */
  draft?(parts: number): Promise<string>
  /** Makes the whole visible under its name, when every part is there. */
  close(parts: number): Promise<void>
  /** Removes the parts of an abandoned file. */
  discard?(): Promise<void>
  /** Writes files whose unchanged columns can be copied from the input. */
  readonly copies?: SinkOfCopies | undefined
  /** Writes files whose records are texts, known only while their block is read: these can be put in another order. */
  readonly texts?: SinkOfTexts | undefined
}

/** Copies unchanged columns, a group of records at a time. */
export interface SinkOfCopies {
  /** The columns that can be copied. */
  readonly columns: ReadonlySet<string>
  /** The number of the first record of each group, ascending from 0. */
  readonly firsts: readonly number[]
  /**
   * Writes a part, whole; a second time it is written again.
   *
   * @param part - Its number.
   * @param groups - The groups that it has.
   * @param blocks - All blocks with records of these groups, one after the other, and of them the columns that are not copied.
   */
  write(part: number, groups: PartRange, blocks: AsyncIterable<SourceBlock>): Promise<void>
}

/** The records of a block as they are written, without what ends their lines. */
export interface RecordTexts {
  /** All of them, one behind the other. */
  readonly bytes: Uint8Array
  /** End of each record in `bytes`. */
  readonly ends: Uint32Array
  /** Line ends of the block, encoded by the sink; they come back when that block of the file is written. */
  readonly lineEnds: Uint8Array
}

/** Records in the order in which they are written. */
export type TextRun = Pick<RecordTexts, 'bytes' | 'ends'>

/** A part of a file that is written by its records' texts. */
export interface PartOfTexts {
  readonly names: readonly string[]
  readonly blocks: readonly BlockRange[]
  /** Line ends of each block, as it was read. */
  readonly lineEnds: readonly Uint8Array[]
  /** All records of the part, in their order. */
  readonly runs: AsyncIterable<TextRun>
}

/** Writes records that were put in another order. */
export interface SinkOfTexts {
  /** The records of the block that was read last, in the columns that the data have. */
  of(block: BlockRange, data: Dataset): RecordTexts
  /** Writes a part, whole; a second time it is written again. */
  write(part: number, made: PartOfTexts): Promise<void>
}
