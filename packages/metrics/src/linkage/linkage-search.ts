import { totalsTogether, type PairBlock, type PairContext, type Totals } from '@sdc/core'
import { equalRecords, sum, type DistanceMetric, type NearestByDistance, type UncertainPoint } from '@sdc/stats'
import { distanceRange, inRange, rangeUnit } from '@sdc/stats/internal'
import { groupSizes, groupTree, type LinkDirection } from './link.js'
import { KEY_ROUNDING, tieRing } from './link-ties.js'
import { isNearest, writtenFindings, type Finding } from './linkage-findings.js'
import { completeOfBlock, pairLinkage, type PairLinkage } from './pair-linkage.js'
import { allRecords } from './linkage-keys.js'
import { partialFinding, partialRange, type PartialCandidates } from './partial-linkage.js'
import type { KeyedFiles, KeySpreads, LinkageSpace } from './record-linkage.js'

/** Distance of two records, and the searched file. */
export interface LinkageDistance {
  readonly direction: LinkDirection
  /**
   * Maximum number of columns if records are linked by the first 1, 2, … columns in turn; otherwise they are linked
   * once, by all.
   */
  readonly growing?: number | undefined
  /** True if incomplete records are compared on common columns; false if they are not attacked. */
  readonly partial?: boolean | undefined
  /** Returns the function that makes the coordinates of any records, from aggregates of the whole files. */
  space(context: PairContext<unknown>): (files: KeyedFiles, keys: KeySpreads) => LinkageSpace
}

/** Search out of core: the same for every worker with the totals. */
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
 */
export function sideOf<T>(
  { direction }: LinkageDistance,
  files: { readonly original: T; readonly masked: T },
  own: boolean,
): T {
  return own === (direction === 'original-to-masked') ? files.original : files.masked
}

/**
 * Builds the search, once `linkagePasses` have ended.
 *
 * @param context - Aggregates of the files, with the totals of these passes.
 * @param by - Comparison of records.
 */
export function linkageSearch(context: PairContext<unknown>, by: LinkageDistance): LinkageSearch {
  const linkage = pairLinkage(context, by.growing)
  const { names } = linkage
  const space = by.space(context)
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
    // A sum of terms may be greater where neither end of the keys' ranges is: their sizes are not.
    const unit = rangeUnit(sideOf(by, sizes?.terms ?? greatest, false))
    return { keys, spaceOf, unit, tables }
  }
  const turns = by.growing === undefined ? [turnOf(names.length)] : names.map((_, j) => turnOf(j + 1))
  const { pairs: complete } = linkage
  const isPartial = isPartialIn(context, linkage, by)
  const counts = isPartial ? context.rows : linkage
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
 * @param context - Aggregates of the files.
 * @param linkage - Result of the passes.
 * @param by - Comparison of records.
 */
export function isPartialIn(
  { rows }: PairContext<unknown>,
  { pairs }: PairLinkage,
  { partial = false }: Pick<LinkageDistance, 'partial'>,
): boolean {
  return partial && pairs < rows.pairs
}

/** Records of one of the files, in coordinates. */
interface Coordinates {
  readonly metric: DistanceMetric
  readonly keys: readonly Float64Array[]
  /** Of coordinates that are sums, the sums of their terms' sizes. */
  readonly terms: readonly Float64Array[] | undefined
  /** The size of each key beyond its own, in the unit of the search. */
  readonly beyond: Float64Array
}

function coordinatesOf(
  by: LinkageDistance,
  { unit, spaceOf }: LinkageTurn,
  values: readonly Float64Array[],
  own: boolean,
): Coordinates {
  const none = values.map(() => new Float64Array(0))
  const forward = by.direction === 'original-to-masked'
  const [original, masked] = own === forward ? [values, none] : [none, values]
  const space = spaceOf({ original: { keys: original }, masked: { keys: masked } })
  const { metric = 'euclidean', sizes } = space
  const keys = sideOf(by, space, own)
  const terms = sizes?.terms && sideOf(by, sizes.terms, own)
  return { keys, terms, metric, beyond: Float64Array.from(keys, (_, j) => unit * (sizes?.slack?.[j] ?? 0)) }
}

/**
 * Width of a sampled record in numbers: position of its right record in the searched file, its values, and those of the
 * right record.
 *
 * @param linkage - The columns, d of them.
 * @returns 1 + 2d.
 */
export function sampleWidth({ names }: Pick<PairLinkage, 'names'>): number {
  return 1 + 2 * names.length
}

/** The records of a sample (`own`), or their right ones, in coordinates. */
function sampleCoordinates(search: LinkageSearch, turn: LinkageTurn, sample: Totals, own: boolean): Coordinates {
  return coordinatesOf(search.by, turn, sampleValues(search, turn, sample, own), own)
}

/** The keys of a turn of the records of a sample (`own`), or of their right ones. */
function sampleValues(search: LinkageSearch, turn: LinkageTurn, sample: Totals, own: boolean): Float64Array[] {
  const width = sampleWidth(search)
  const count = sample.length / width
  const from = own ? 1 : 1 + search.names.length
  return Array.from({ length: turn.keys }, (_, j) =>
    new Float64Array(count).map((_one, r) => sample[r * width + from + j]),
  )
}

type AskedRecord = Omit<UncertainPoint, 'ring'>

/** Record r of a sample, as a point of the search. */
function askedOf({ unit }: LinkageTurn, { keys, terms, beyond }: Coordinates, r: number): AskedRecord {
  const point = new Float64Array(keys.length)
  const size = new Float64Array(keys.length)
  for (let j = 0; j < keys.length; j++) {
    point[j] = inRange(keys[j][r], unit)
    size[j] = (terms ? inRange(terms[j][r], unit) : Math.abs(point[j])) + beyond[j]
  }
  return { point, size, beyond }
}

/** Row r of some columns, in the unit of the search. */
function rowAt({ unit }: LinkageTurn, columns: readonly Float64Array[], r: number): Float64Array {
  const row = new Float64Array(columns.length)
  for (let j = 0; j < row.length; j++) row[j] = columns[j][r] * unit
  return row
}

/**
 * Search trees of the records of some blocks, one after the other.
 *
 * @param search - Comparison of records.
 * @param blocks - Some blocks, in the order of the file.
 * @returns Function that gives the findings of each sampled record, by turn, in its order. Cost: O(n log n) for each
 *   tree, and O(log n) for each attacked record, while the columns are few.
 */
export function searchBlocks(search: LinkageSearch, blocks: readonly PairBlock<unknown>[]): (sample: Totals) => Totals {
  const { by, names, turns, isPartial } = search
  const complete = blocks.map((block) => {
    const data = sideOf(by, block, false)
    return isPartial ? allRecords(data, names) : completeOfBlock(data, names)
  })
  const rows = totalsTogether(
    complete.map((one, b) => Float64Array.from(one.rows, (row) => blocks[b].block.first + row)),
  )
  const columns = names.map((_, j) => totalsTogether(complete.map(({ keys }) => keys[j])))
  return (sample) => {
    const count = sample.length / sampleWidth(search)
    const found = turns.map((turn): readonly Finding[] => {
      if (rows.length === 0) return Array.from({ length: count }, () => NOTHING)
      if (isPartial) return partialFindings(search, turn, sample, rows, columns)
      const { find, free } = turnOfBlocks(by, turn, rows, columns)
      const from = sampleCoordinates(search, turn, sample, true)
      const findings = Array.from({ length: count }, (_, r) => find(askedOf(turn, from, r)))
      free()
      return findings
    })
    return writtenFindings(Array.from({ length: count }, (_, r) => found.map((findings) => findings[r])).flat())
  }
}

/** What records of a partial linkage have of each record of a sample. */
function partialFindings(
  search: LinkageSearch,
  turn: LinkageTurn,
  sample: Totals,
  rows: Float64Array,
  columns: readonly Float64Array[],
): readonly Finding[] {
  const candidates = partialCandidates(search, turn, columns.slice(0, turn.keys), false)
  const { keys: from } = partialCandidates(search, turn, sampleValues(search, turn, sample, true), true)
  return Array.from({ length: sample.length / sampleWidth(search) }, (_, r) => {
    const { limit, near } = partialFinding(rowOf(from, r), candidates)
    return { limit, near: near.map((one) => ({ ...one, lowest: rows[one.lowest] })) }
  })
}

/** Records of one file in the units of a partial linkage. */
function partialCandidates(
  { by }: LinkageSearch,
  { spaceOf }: LinkageTurn,
  values: readonly Float64Array[],
  own: boolean,
): PartialCandidates {
  const none = values.map(() => new Float64Array(0))
  const isOriginal = own === (by.direction === 'original-to-masked')
  const [original, masked] = isOriginal ? [values, none] : [none, values]
  const space = spaceOf({ original: { keys: original }, masked: { keys: masked } })
  return {
    keys: sideOf(by, space, own),
    metric: space.metric ?? 'euclidean',
    apart: space.apart ?? new Float64Array(0),
    slack: space.sizes?.slack,
  }
}

const rowOf = (keys: readonly Float64Array[], r: number): Float64Array => Float64Array.from(keys, (key) => key[r])

/** A search tree by the keys of a turn, and what finds a record's nearest in it. */
function turnOfBlocks(
  by: LinkageDistance,
  turn: LinkageTurn,
  rows: Float64Array,
  columns: readonly Float64Array[],
): { readonly find: (asked: AskedRecord) => Finding; readonly free: () => void } {
  const { keys: to, terms, metric } = coordinatesOf(by, turn, columns.slice(0, turn.keys), false)
  const group = equalRecords(to)
  const { tree } = groupTree(to, group, metric, turn.unit)
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
      const { low, high } = distanceRange(metric, KEY_ROUNDING, asked, rowAt(turn, to, first), sizes)
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
  return { find, free: () => tree.free() }
}

const NOTHING: Finding = { limit: Infinity, near: [] }

/**
 * Returns 1 for each sampled record whose right record is one of the nearest of all blocks, else 0.
 *
 * @param search - Comparison of records.
 * @param turn - Number of the turn.
 * @param sample - n records, `sampleWidth` numbers each.
 * @param all - Findings of each in the whole file.
 * @returns n numbers.
 */
export function rightNearest(
  search: LinkageSearch,
  turn: LinkageTurn,
  sample: Totals,
  all: readonly Finding[],
): Int32Array {
  if (search.isPartial) {
    const { keys: own } = partialCandidates(search, turn, sampleValues(search, turn, sample, true), true)
    const right = partialCandidates(search, turn, sampleValues(search, turn, sample, false), false)
    return Int32Array.from(all, (finding, r) => {
      const range = partialRange(rowOf(own, r), right, r)
      return range.low < Infinity && isNearest(finding, range) ? 1 : 0
    })
  }
  const from = sampleCoordinates(search, turn, sample, true)
  const { keys, terms, metric } = sampleCoordinates(search, turn, sample, false)
  return Int32Array.from(all, (finding, r) => {
    const sizes = terms && rowAt(turn, terms, r)
    const range = distanceRange(metric, KEY_ROUNDING, askedOf(turn, from, r), rowAt(turn, keys, r), sizes)
    return isNearest(finding, range) ? 1 : 0
  })
}
