import type { Facts } from '@sdc/core'
import { rangeUnit } from '@sdc/stats/internal'
import type { LinkDirection } from './link.js'
import type { PairLinkage } from './pair-linkage.js'
import type { KeyedFiles, KeySpreads, LinkageSpace } from './record-linkage.js'

/** Distance of two records, and the searched file. */
export interface LinkageDistance {
  readonly direction: LinkDirection
  /**
   * Largest number of columns if records are linked by the first 1, 2, … columns in turn; otherwise they are linked
   * once, by all.
   */
  readonly growing?: number | undefined
  /** True if incomplete records are compared on common columns; false if they are not attacked. */
  readonly partial?: boolean | undefined
}

/** Makes the coordinates of any records. */
export type SpaceOf = (files: KeyedFiles, keys: KeySpreads) => LinkageSpace

/** Search for the nearest records: the same for every worker with the totals. */
export interface LinkageSearch extends PairLinkage {
  readonly by: LinkageDistance
  /** True if pairs are incomplete, and records are compared on common columns. */
  readonly isPartial: boolean
  /** Number of complete pairs. */
  readonly complete: number
  /** Number of searched records. */
  readonly candidates: number
  /** Linkage columns of each turn. */
  readonly turns: readonly LinkageTurn[]
}

/** Search by the first columns. */
export interface LinkageTurn extends Pick<LinkageSpace, 'tables'> {
  readonly keys: number
  readonly spaceOf: (files: KeyedFiles) => LinkageSpace
  /** Factor of the columns of the searched file, see `rangeUnit`. */
  readonly unit: number
}

/**
 * Selects one of both files: that of the attacked records (`own`), or the searched one.
 *
 * @param distance - Names the searched file.
 * @param files - A value for either file.
 * @param own - True for the file of the attacked records.
 * @returns The value.
 */
export function sideOf<T>(
  { direction }: LinkageDistance,
  files: { readonly original: T; readonly masked: T },
  own: boolean,
): T {
  return own === (direction === 'original-to-masked') ? files.original : files.masked
}

/**
 * Builds the search.
 *
 * @param linkage - Both files.
 * @param rows - Numbers of all their records.
 * @param by - Comparison of records.
 * @param space - Coordinates of records.
 * @returns The search.
 */
export function linkageSearch(
  linkage: PairLinkage,
  rows: Facts<unknown>['rows'],
  by: LinkageDistance,
  space: SpaceOf,
): LinkageSearch {
  const { names } = linkage
  const turnOf = (keys: number): LinkageTurn => {
    const spaceOf = (files: KeyedFiles): LinkageSpace =>
      space(files, {
        names: names.slice(0, keys),
        x: linkage.x.slice(0, keys),
        y: linkage.y.slice(0, keys),
      })
    const { original, masked } = linkage.ranges
    const ranges = { original: { keys: original.slice(0, keys) }, masked: { keys: masked.slice(0, keys) } }
    const { tables, sizes, ...greatest } = spaceOf(ranges)
    // A sum of terms may be larger inside the ranges of the keys than at their ends, but its sizes are not.
    const unit = rangeUnit(sideOf(by, sizes?.terms ?? greatest, false))
    return { keys, spaceOf, unit, tables }
  }
  const turns = by.growing === undefined ? [turnOf(names.length)] : names.map((_, j) => turnOf(j + 1))
  const { pairs: complete } = linkage
  const isPartial = isPartialIn(rows, linkage, by)
  const counts = isPartial ? rows : linkage
  return {
    ...linkage,
    by,
    turns,
    isPartial,
    complete,
    pairs: counts.pairs,
    candidates: sideOf(by, counts, false),
  }
}

/**
 * Returns true if pairs are incomplete and compared nevertheless.
 *
 * @param rows - Numbers of records.
 * @param linkage - Both files.
 * @param by - Comparison of records.
 * @returns True if records are compared on common columns.
 */
export function isPartialIn(
  rows: Facts<unknown>['rows'],
  { pairs }: PairLinkage,
  { partial = false }: Pick<LinkageDistance, 'partial'>,
): boolean {
  return partial && pairs < rows.pairs
}
