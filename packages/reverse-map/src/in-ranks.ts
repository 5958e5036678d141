import type { ByRanks } from '@sdc/core'

/** Child of a column's stream that orders equal values of the original. */
export const ORIGINAL_TIES = 'ties of the original'

/** Counts for the message about lost values. */
export interface LostValues {
  /** Number of records that become missing. */
  readonly left: number
  /** Number of these with a masked value. */
  readonly lost: number
  readonly rows: number
}

/**
 * Message about records that become missing.
 *
 * @param name - The column.
 * @param counts - Number of records that become missing, number of these with a masked value, and number of all
 * records.
 * @returns One message; none if no record becomes missing.
 */
export function lostSentence(name: string, { left, lost, rows }: LostValues): string[] {
  if (left === 0) return []
  const also = lost > 0 ? `; ${lost} of them had a masked value but no original one` : ''
  return [
    `${name}: ${left} of ${rows} records are missing in the original or the masked file and become missing${also}`,
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
