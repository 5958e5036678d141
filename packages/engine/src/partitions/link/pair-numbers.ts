/** Numbers that the records of pairs have in their own files. */
import type { BlockRange, Block } from '@sdc/core'
import { linkedByPart, originsOfPart } from './link-stages.js'
import { UNLINKED, type LinkedFiles } from './linked-files.js'
import { recordsOfPart } from '../columns/records-of-parts.js'

/**
 * Numbers that the records of a block of pairs have in their own files, once the linking stages have ended.
 *
 * @param around - The files.
 * @param block - Range of the pairs.
 * @returns One number per pair and file, from 0.
 */
export async function pairNumbers(
  around: LinkedFiles,
  { first, end }: Omit<BlockRange, 'index'>,
): Promise<NonNullable<Block['numbers']>> {
  const found = { original: new Uint32Array(end - first), masked: new Uint32Array(end - first) }
  let before = 0
  for (const [part, count] of (await linkedByPart(around)).entries()) {
    if (before < end && before + count > first) {
      const origins = await originsOfPart(around, part)
      const { first: record } = recordsOfPart(around.masked, part)
      let pair = before
      for (let i = 0; i < origins.length; i++) {
        if (origins[i] === UNLINKED) continue
        if (pair >= first && pair < end) {
          found.original[pair - first] = origins[i]
          found.masked[pair - first] = record + i
        }
        pair++
      }
    }
    before += count
  }
  return found
}
