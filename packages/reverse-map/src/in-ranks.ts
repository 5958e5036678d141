import type { ByRanks } from '@sdc/core'

/** The child of a column's stream that orders equal values of the original. */
export const ORIGINAL_TIES = 'ties of the original'

/** What the sentence about lost values is made of. */
export interface LostValues {
  /** Records that come out missing. */
  readonly left: number
  /** Those of them that had a masked value. */
  readonly lost: number
  readonly rows: number
}

/**
 * The sentence about records that come out missing.
 *
 * @param name - The column.
 * @param counts - How many come out missing, how many of these had a masked value, and how many records there are.
 * @returns One sentence; none where no record does.
 */
export function lostSentence(name: string, { left, lost, rows }: LostValues): string[] {
  if (left === 0) return []
  const also = lost > 0 ? `; ${lost} of them had a masked value but no original one` : ''
  return [
    `${name}: ${left} of ${rows} records are missing in the original or the masked file and come out missing${also}`,
  ]
}

/** Linked reverse mapping on a walk through the ranks: each gets the original value of the same rank. */
export const inRanks: ByRanks<{ readonly ties: 'random' | 'first' }> = {
  shape: 'ranks',
  ties: ({ params }) => (params.ties === 'first' ? 'record' : 'random'),
  originals: ORIGINAL_TIES,
  nominal: 'its categories are ranked by their distances to all records of the original',
  window: () => 0,
  walk: () => ({ push: (_, originals) => originals, end: () => new Float64Array(0) }),
  words: ({ column, missing, unlinked, rows }) => ({
    warnings: lostSentence(column, { left: missing, lost: unlinked, rows }),
  }),
}
