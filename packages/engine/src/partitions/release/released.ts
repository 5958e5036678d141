/** What is to be released of a file: in random order, without the columns that name people. */
import { blockStream, SdcError, type Rng } from '@sdc/core'
import type { StageContext } from '../tasks/stage.js'

/** How what is made is released. */
export interface PartsRelease {
  /** The stream that draws the order of the records (`orderStream` of the root of the run). */
  readonly order: Rng
  /** The columns that do not go out. */
  readonly dropped: readonly string[]
  /** The columns whose ids go out under other numbers, and the stream that draws these (`idStream` of the root of the run). */
  readonly renumbered?: { readonly columns: readonly string[]; readonly ids: Rng } | undefined
  /** How much of a masked column may be (almost) as it was, in percent. */
  readonly maxUnchanged?: number | undefined
  /** Whether the same was released before: then nothing of it is refused any more. */
  readonly isReplay?: boolean | undefined
  /** How many records a group with exact moments must have beyond those that its moments are worth. */
  readonly momentMargin?: number | undefined
}

/** Buckets for each part: what is read beside the records of a part is at most two of them. */
const BUCKETS_A_PART = 16

/** Into how many runs of the new order the records are put first. */
export const bucketsOf = ({ parts }: Pick<StageContext, 'parts'>): number => BUCKETS_A_PART * parts.length

/**
 * The number of each record of a block, by which the records are released in ascending order: as `randomPermutation` draws it.
 *
 * @param order - The stream of the order.
 * @param block - Which block.
 * @param target - Gets the numbers.
 */
export function orderNumbers(order: Rng, block: number, target: Float64Array): void {
  blockStream(order, block).fillUniform(target)
}

/** The bucket of a number: none that is greater is in an earlier one. */
export const bucketOf = (number: number, buckets: number): number => Math.min(buckets - 1, Math.floor(number * buckets))

/** The columns that go out, in the order of the file. */
export function releasedNames({ source }: StageContext, { dropped }: PartsRelease): readonly string[] {
  return source.names.filter((name) => !dropped.includes(name))
}

/**
 * Refuses a column that must be held whole and is too large for that: of which nobody could tell, it is not released.
 *
 * @param around - The file.
 * @param name - The column.
 * @param what - Why it is looked at, as a clause of the message.
 * @param held - Bytes a record that it takes.
 * @throws BAD_OPTION
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
