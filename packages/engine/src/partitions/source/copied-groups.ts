/** How a file is written of which some columns are copied, a group of records at a time. */
import { BLOCK, type Sink, type PartRange, type FileSource } from '@sdc/core'

/** Groups of records that are written together. */
export interface CopiedPart {
  readonly groups: PartRange
  /** The number of the first record, and of the one after the last. */
  readonly first: number
  readonly end: number
  /** The blocks that have records of them. */
  readonly blocks: PartRange
}

/** What is copied, what is made, and in which parts. */
export interface CopyPlan {
  readonly parts: readonly CopiedPart[]
  /** The columns that are written, in their order. */
  readonly made: readonly string[]
}

/** A group of fewer records costs more than it saves. */
const LEAST = BLOCK / 8

/**
 * Plans what is copied.
 *
 * @param sink - Where the file goes.
 * @param source - What is copied from.
 * @param isMasked - Whether a column was masked.
 * @param partBlocks - How many blocks a part has at most: a group of more records is not held.
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
