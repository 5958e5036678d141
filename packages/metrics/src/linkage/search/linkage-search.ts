import { totalsTogether, type Block, type Facts, type Totals } from '@sdc/core'
import {
  countBelow,
  sum,
  type DistanceMetric,
  type NearestByDistance,
  type RecordGroups,
  type UncertainPoint,
} from '@sdc/stats'
import { distanceRange, inRange, oneGroup, rangeUnit, refineGroups } from '@sdc/stats/internal'
import {
  groupSizes,
  groupTree,
  nearestLinks,
  type GroupTree,
  type LinkDirection,
  type NearestLinks,
  type RightRows,
} from './link.js'
import { KEY_ROUNDING, tieRing } from './link-ties.js'
import {
  areLinks,
  isNearest,
  nearestOf,
  readFindings,
  readLinks,
  writtenFindings,
  writtenLinks,
  type Finding,
} from './linkage-findings.js'
import { allRecords } from '../columns/linkage-keys.js'
import { completeOfBlock, type PairLinkage } from './pair-linkage.js'
import { partialFinding, partialLinks, partialRange } from './partial-linkage.js'
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

/** Records of one of the files, in coordinates. */
interface Coordinates {
  readonly metric: DistanceMetric
  readonly keys: readonly Float64Array[]
  /** Sums of the terms' sizes, for coordinates that are sums. */
  readonly terms: readonly Float64Array[] | undefined
  /** Reference of the rounding of each coordinate in addition to its own size. */
  readonly slack: Float64Array | undefined
  /** See `PartialCandidates`, for each column. */
  readonly apart: Float64Array
}

/**
 * Returns the coordinates of records of the attacked file (`own`) or of the searched one, by the columns of the last
 * turn.
 */
function coordinatesOf({ by, turns }: LinkageSearch, values: readonly Float64Array[], own: boolean): Coordinates {
  const none = values.map(() => new Float64Array(0))
  const isOriginal = own === (by.direction === 'original-to-masked')
  const [original, masked] = isOriginal ? [values, none] : [none, values]
  const space = turns[turns.length - 1].spaceOf({ original: { keys: original }, masked: { keys: masked } })
  const { metric = 'euclidean', sizes, apart = new Float64Array(0) } = space
  return {
    keys: sideOf(by, space, own),
    terms: sizes?.terms && sideOf(by, sizes.terms, own),
    metric,
    apart,
    slack: sizes?.slack,
  }
}

/** Positions of the numbers of a sampled record and of its right record, each in its own file; their values follow. */
export const OWN = 0
export const RIGHT = 1
const VALUES = 2

/**
 * Returns the width of a sampled record: its number and that of its right record, its values and those of the right
 * record.
 *
 * @param linkage - The columns, d of them.
 * @returns 2 + 2d.
 */
export function sampleWidth({ names }: Pick<PairLinkage, 'names'>): number {
  return VALUES + 2 * names.length
}

/** Returns the records of a sample (`own`), or their right ones, in coordinates. */
function sampleCoordinates(search: LinkageSearch, sample: Totals, own: boolean): Coordinates {
  const width = sampleWidth(search)
  const from = own ? VALUES : VALUES + search.names.length
  const values = search.names.map((_, j) => strided(sample, width, from + j))
  return coordinatesOf(search, values, own)
}

/**
 * Reads the numbers of the records of a sample.
 *
 * @param search - Width of a record.
 * @param sample - The sample.
 * @param place - `OWN`, or `RIGHT` for those of the right records.
 * @returns The numbers.
 */
export function numbersIn(search: Pick<PairLinkage, 'names'>, sample: Totals, place: number): Int32Array {
  return new Int32Array(strided(sample, sampleWidth(search), place))
}

function strided(sample: Totals, width: number, from: number): Float64Array {
  const values = new Float64Array(sample.length / width)
  for (let r = 0; r < values.length; r++) values[r] = sample[r * width + from]
  return values
}

type AskedRecord = Omit<UncertainPoint, 'ring'>

/** Returns the sizes of the values of each coordinate beyond their own, in the unit of the search. */
const beyondOf = ({ unit }: LinkageTurn, { keys, slack }: Coordinates): Float64Array =>
  Float64Array.from(keys, (_, j) => unit * (slack?.[j] ?? 0))

/** Returns record r of a sample, as a point of the search. */
function askedOf({ unit }: LinkageTurn, { keys, terms }: Coordinates, beyond: Float64Array, r: number): AskedRecord {
  const point = new Float64Array(keys.length)
  const size = new Float64Array(keys.length)
  for (let j = 0; j < keys.length; j++) {
    point[j] = inRange(keys[j][r], unit)
    size[j] = (terms ? inRange(terms[j][r], unit) : Math.abs(point[j])) + beyond[j]
  }
  return { point, size, beyond }
}

/** Returns row r of some columns, in the unit of the search. */
function rowAt({ unit }: LinkageTurn, columns: readonly Float64Array[], r: number): Float64Array {
  const row = new Float64Array(columns.length)
  for (let j = 0; j < row.length; j++) row[j] = columns[j][r] * unit
  return row
}

/** Searched records, and those of a sample, in coordinates. */
interface Searched {
  readonly to: Coordinates
  readonly from: Coordinates
  /** Numbers of the searched records in their file, ascending. */
  readonly rows: Float64Array
}

/**
 * Searches the records of some blocks, by a tree for each turn.
 *
 * @param search - Comparison of records.
 * @param blocks - Some blocks, in the order of the file.
 * @returns Function that gives for each sampled record, by turn, its link if these are all candidates
 *   (`writtenLinks`), else its findings; nothing without candidates. Cost: O(n log n) for each tree, and O(log n) for
 *   each attacked record, while the columns are few.
 */
export function searchBlocks(search: LinkageSearch, blocks: readonly Block[]): (sample: Totals) => Totals {
  const { by, names, turns, isPartial, candidates } = search
  const complete = blocks.map((block) => {
    const data = sideOf(by, block, false)
    return isPartial ? allRecords(data, names) : completeOfBlock(data, names)
  })
  const rows = totalsTogether(complete.map((one, b) => new Float64Array(one.rows).map((row) => blocks[b].first + row)))
  if (rows.length === 0) return () => new Float64Array(0)
  const columns = names.map((_, j) => totalsTogether(complete.map(({ keys }) => keys[j])))
  return (sample) => {
    const searched = {
      to: coordinatesOf(search, columns, false),
      from: sampleCoordinates(search, sample, true),
      rows,
    }
    if (rows.length < candidates)
      return writtenFindings(
        isPartial
          ? turns.map((turn) => partialFindings(inTurn(search, turn, searched)))
          : byTree(search, searched, treeFindings),
      )
    const right = placesOf(numbersIn(search, sample, RIGHT), rows)
    return writtenLinks(
      isPartial
        ? turns.map((turn) => {
            const { to, from } = inTurn(search, turn, searched)
            return partialLinks(from.keys, to, right, () => {})
          })
        : byTree(search, searched, (tree) => treeLinks(tree, right)),
    )
  }
}

/** Selects the columns of a turn: with growing columns, each coordinate is that of one column. */
function inTurn(search: LinkageSearch, turn: LinkageTurn, { to, from, rows }: Searched): Searched {
  return { to: firstOf(search, turn, to), from: firstOf(search, turn, from), rows }
}

function firstOf({ by }: LinkageSearch, { keys }: LinkageTurn, all: Coordinates): Coordinates {
  if (by.growing === undefined) return all
  return { ...all, keys: all.keys.slice(0, keys), terms: all.terms?.slice(0, keys) }
}

/** Returns the indices of the right records among the searched ones. */
function placesOf(right: Int32Array, rows: Float64Array): RightRows {
  const starts = new Int32Array(right.length + 1)
  const places = right.map((row, r) => {
    const place = countBelow(rows, row)
    const isThere = rows[place] === row
    starts[r + 1] = starts[r] + (isThere ? 1 : 0)
    return isThere ? place : -1
  })
  return { starts, rows: places.filter((place) => place >= 0) }
}

/** A search tree of a turn. */
interface TurnTree extends Searched {
  readonly turn: LinkageTurn
  readonly group: RecordGroups
  readonly tree: GroupTree
}

/** Returns the results by the search tree of each turn. */
function byTree<T>(search: LinkageSearch, searched: Searched, of: (tree: TurnTree) => T): T[] {
  let group = oneGroup(searched.rows.length)
  let grouped = 0
  return search.turns.map((turn) => {
    const own = inTurn(search, turn, searched)
    const { keys, metric } = own.to
    group = keys.slice(grouped).reduce(refineGroups, group)
    grouped = keys.length
    const tree = groupTree(keys, group, metric, turn.unit)
    const result = of({ ...own, turn, group, tree })
    tree.tree.free()
    return result
  })
}

function treeLinks({ to, from, group, tree }: TurnTree, right: RightRows): NearestLinks {
  const terms = to.terms && from.terms && { from: from.terms, to: to.terms }
  const sizes = { ...(to.slack && { slack: to.slack }), ...(terms && { terms }) }
  return nearestLinks(from.keys, to.keys, group, right, () => {}, { metric: to.metric, tree, sizes })
}

function treeFindings({ to, from, rows, turn, group, tree: { tree } }: TurnTree): readonly Finding[] {
  const { keys, terms, metric } = to
  const rowOf = (one: number): number => rows[group.firsts[one]]
  // Few files need it.
  let ties: ((asked: UncertainPoint) => NearestByDistance) | undefined
  const nearest = new Uint32Array(2)
  const distances = new Float64Array(2)
  const find = (asked: AskedRecord): Finding => {
    const found = tree.nearestKInto(asked.point, 2, nearest, distances)
    const ring = distances[0] === 0 ? 0 : tieRing(distances[0], sum(asked.size), metric, terms !== undefined)
    if (found === 1 || distances[1] > ring) {
      const [one] = nearest
      const first = group.firsts[one]
      const sizes = terms && rowAt(turn, terms, first)
      const { low, high } = distanceRange(metric, KEY_ROUNDING, asked, rowAt(turn, keys, first), sizes)
      return { limit: high, near: [{ low, count: group.sizes[one], lowest: rowOf(one) }] }
    }
    ties ??= tree.uncertainTies({
      weights: group.sizes,
      share: KEY_ROUNDING,
      sizes: terms && groupSizes(terms, group.firsts, turn.unit),
    })
    const { limit, distances: near } = ties({ ...asked, ring })
    return { limit, near: near().map((one) => ({ ...one, lowest: rowOf(one.lowest) })) }
  }
  const beyond = beyondOf(turn, from)
  return Array.from(from.keys[0], (_, r) => find(askedOf(turn, from, beyond, r)))
}

/** Returns the findings of a partial linkage for each record of a sample. */
function partialFindings({ to, from, rows }: Searched): readonly Finding[] {
  return Array.from(from.keys[0], (_, r) => {
    const { limit, near } = partialFinding(rowOf(from.keys, r), to)
    return { limit, near: near.map((one) => ({ ...one, lowest: rows[one.lowest] })) }
  })
}

const rowOf = (keys: readonly Float64Array[], r: number): Float64Array => Float64Array.from(keys, (key) => key[r])

/**
 * Returns the links of the records of a sample.
 *
 * @param search - Comparison of records.
 * @param sample - Records, `sampleWidth` numbers each.
 * @param found - Links, or findings in the whole file, of each by turn.
 * @returns Links of each record, by turn.
 */
export function linksOfSample(search: LinkageSearch, sample: Totals, found: Totals): readonly NearestLinks[] {
  const { turns } = search
  if (areLinks(found)) return readLinks(found, turns.length)
  const all = readFindings(found)
  const right = numbersIn(search, sample, RIGHT)
  const [from, to] = [true, false].map((own) => sampleCoordinates(search, sample, own))
  return turns.map((turn, t) => {
    const findings = all.filter((_, k) => k % turns.length === t)
    const nearest = findings.map(nearestOf)
    const isRight = rightNearest(
      search,
      turn,
      { from: firstOf(search, turn, from), to: firstOf(search, turn, to) },
      findings,
    )
    return {
      tied: Int32Array.from(nearest, ({ count }) => count),
      right: isRight,
      first: Uint8Array.from(nearest, ({ lowest }, r) => (isRight[r] === 1 && lowest === right[r] ? 1 : 0)),
    }
  })
}

/**
 * Returns 1 for each record whose right record, at the same index of `to`, is one of the nearest of all blocks, else 0.
 */
function rightNearest(
  { isPartial }: LinkageSearch,
  turn: LinkageTurn,
  { from, to }: Pick<Searched, 'from' | 'to'>,
  all: readonly Finding[],
): Int32Array {
  const beyond = beyondOf(turn, from)
  const { keys, terms, metric } = to
  return Int32Array.from(all, (finding, r) => {
    if (isPartial) {
      const range = partialRange(rowOf(from.keys, r), to, r)
      return range.low < Infinity && isNearest(finding, range) ? 1 : 0
    }
    const sizes = terms && rowAt(turn, terms, r)
    const asked = askedOf(turn, from, beyond, r)
    return isNearest(finding, distanceRange(metric, KEY_ROUNDING, asked, rowAt(turn, keys, r), sizes)) ? 1 : 0
  })
}
