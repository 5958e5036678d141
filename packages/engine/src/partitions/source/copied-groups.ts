/** Plan for writing a file with copied columns, group by group of records. */
import { BLOCK, type Sink, type PartRange, type FileSource } from '@sdc/core'

/** Groups of records that are written together. */
export interface CopiedPart {
  readonly groups: PartRange
  /** First record, and the one after the last. */
  readonly first: number
  readonly end: number
  /** Blocks with records of them. */
  readonly blocks: PartRange
}

/** Copied and new columns, and the partitions. */
export interface CopyPlan {
  readonly parts: readonly CopiedPart[]
  /** Written columns, in their order. */
  readonly made: readonly string[]
}

/** Fewest records of a group: copying fewer costs more than it saves. */
const LEAST = BLOCK / 8

/**
 * Plans the columns to copy.
 *
 * @param sink - Writer of the file.
 * @param source - File to copy from.
 * @param isMasked - Tests whether a column was masked.
 * @param partBlocks - Most blocks of a partition; a group of more records is not copied, because it must fit into
 *   memory.
 * @returns The plan; undefined if everything is written anew.
 */
export function copyPlan(
  { copies }: Sink,
  { names, rows }: Pick<FileSource, 'names' | 'rows'>,
  isMasked: (name: string) => boolean,
  partBlocks: number,
): CopyPlan | undefined {
  if (copies === undefined || rows === 0) return undefined
  const { columns, firsts } = copies
  const made = names.filter((name) => isMasked(name) || !columns.has(name))
  const endOf = (group: number): number => firsts[group + 1] ?? rows
  const most = partBlocks * BLOCK
  if (made.length === names.length || rows / firsts.length < LEAST) return undefined
  if (firsts.some((first, group) => endOf(group) - first > most)) return undefined
  const parts: CopiedPart[] = []
  for (let from = 0; from < firsts.length;) {
    const first = firsts[from]
    let to = from + 1
    while (to < firsts.length && endOf(to) - first <= most) to++
    const end = endOf(to - 1)
    const blocks = { from: Math.floor(first / BLOCK), to: Math.ceil(end / BLOCK) }
    parts.push({ groups: { from, to }, first, end, blocks })
    from = to
  }
  return { parts, made }
}
