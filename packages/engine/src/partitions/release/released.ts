/** Settings of a released file: random order, without the columns that identify persons. */
import { blockStream, SdcError, type Rng } from '@sdc/core'
import type { StageContext } from '../tasks/stage.js'

/** Settings of a release. */
export interface PartsRelease {
  /** Stream that draws the order of the records (`orderStream` of the root of the run). */
  readonly order: Rng
  /** Columns that are not released. */
  readonly dropped: readonly string[]
  /** Columns whose ids are renumbered, and the stream that draws the numbers (`idStream` of the root of the run). */
  readonly renumbered?: { readonly columns: readonly string[]; readonly ids: Rng } | undefined
  /** Largest allowed share of (almost) unchanged values in a masked column, in percent. */
  readonly maxUnchanged?: number | undefined
  /** True for a replay of a release: nothing is refused then. */
  readonly isReplay?: boolean | undefined
  /** Number of records that a group with exact moments needs beyond those that its moments are worth. */
  readonly momentMargin?: number | undefined
}

/** Buckets for each partition: at most two of them are read in addition to the records of a partition. */
const BUCKETS_A_PART = 16

/** Number of runs of the new order into which the records are put first. */
export const bucketsOf = ({ parts }: Pick<StageContext, 'parts'>): number => BUCKETS_A_PART * parts.length

/**
 * Draws the number of each record of a block, as `randomPermutation` does; the records are released by ascending
 * number.
 *
 * @param order - The stream of the order.
 * @param block - Number of the block.
 * @param target - Receives the numbers.
 */
export function orderNumbers(order: Rng, block: number, target: Float64Array): void {
  blockStream(order, block).fillUniform(target)
}

/** Bucket of a number: a greater number is never in an earlier bucket. */
export const bucketOf = (number: number, buckets: number): number => Math.min(buckets - 1, Math.floor(number * buckets))

/** Released columns, in the order of the file. */
export function releasedNames({ source }: StageContext, { dropped }: PartsRelease): readonly string[] {
  return source.names.filter((name) => !dropped.includes(name))
}

/**
 * Refuses a column that a check needs whole in memory and that is too large: without the check, it is not released.
 *
 * @param around - The file.
 * @param name - The column.
 * @param what - Purpose of the check, as a clause of the message.
 * @param held - Bytes per record that it takes.
 * @throws BAD_OPTION if the column does not fit into the memory of a task.
 */
export function refuseTooLarge(
  { source, taskBytes = Infinity }: StageContext,
  name: string,
  what: string,
  held: number,
): void {
  const bytes = held * source.rows
  if (bytes <= taskBytes) return
  const megabytes = (many: number): string => `${Math.ceil(many / 1e6)} MB`
  const message = `column "${name}" ${what}, and checking it whole takes about ${megabytes(bytes)} of memory; a task may take ${megabytes(taskBytes)}`
  const fix = 'Mask it more strongly or drop it, allow more memory (--memory), or let fewer workers share it.'
  throw new SdcError('BAD_OPTION', message, { column: name }, fix)
}
