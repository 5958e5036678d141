import { totalsTogether, type PairBlock, type PairContext, type Totals } from '@sdc/core'
import {
  distanceRange,
  equalRecords,
  inRange,
  rangeUnit,
  sum,
  type DistanceMetric,
  type NearestByDistance,
  type UncertainPoint,
} from '@sdc/stats'
import { groupSizes, groupTree, type LinkDirection } from './link.js'
import { KEY_ROUNDING, tieRing } from './link-ties.js'
import { isNearest, writtenFindings, type Finding } from './linkage-findings.js'
import { completeOfBlock, pairLinkage, type PairLinkage } from './pair-linkage.js'
import type { KeyedFiles, KeySpreads, LinkageSpace } from './record-linkage.js'

/** How the distance of two records is computed, and which file is searched. */
export interface LinkageDistance {
  readonly direction: LinkDirection
  /** Given what is known of the whole files: what makes the coordinates of any records. */
  space(context: PairContext<unknown>): (files: KeyedFiles, keys: KeySpreads) => LinkageSpace
}

/** What a search in parts computes with: the same for whoever has the totals. */
export interface LinkageSearch extends PairLinkage, Pick<LinkageSpace, 'tables'> {
  readonly by: LinkageDistance
  readonly space: ReturnType<LinkageDistance['space']>
  /** What the keys of the file that is searched are multiplied by, see `rangeUnit`. */
  readonly unit: number
  /** How many records are searched. */
  readonly candidates: number
}

/**
 * Of both files the one whose records are looked for (`own`), or the one that is searched.
 *
 * @param distance - It says which file is searched.
 * @param files - Something of either file.
 * @param own - Whether the file is asked for whose records are looked for.
 */
export function sideOf<T>(
  { direction }: LinkageDistance,
  files: { readonly original: T; readonly masked: T },
  own: boolean,
): T {
  return own === (direction === 'original-to-masked') ? files.original : files.masked
}

/**
 * The search, once `linkagePasses` have ended.
 *
 * @param context - What is known of the files, with the totals of these passes.
 * @param by - How records are compared.
 */
export function linkageSearch(context: PairContext<unknown>, by: LinkageDistance): LinkageSearch {
  const linkage = pairLinkage(context)
  const { original, masked } = linkage.ranges
  const space = by.space(context)
  const { tables, sizes, ...greatest } = space({ original: { keys: original }, masked: { keys: masked } }, linkage)
  // A sum of terms may be greater where neither end of the keys' ranges is: their sizes are not.
  const unit = rangeUnit(sideOf(by, sizes?.terms ?? greatest, false))
  return { ...linkage, by, space, tables, unit, candidates: sideOf(by, linkage, false) }
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
  { by, unit, space: spaceOf, ...linkage }: LinkageSearch,
  values: readonly Float64Array[],
  own: boolean,
): Coordinates {
  const none = values.map(() => new Float64Array(0))
  const forward = by.direction === 'original-to-masked'
  const [original, masked] = own === forward ? [values, none] : [none, values]
  const space = spaceOf({ original: { keys: original }, masked: { keys: masked } }, linkage)
  const { metric = 'euclidean', sizes } = space
  const keys = sideOf(by, space, own)
  const terms = sizes?.terms && sideOf(by, sizes.terms, own)
  return { keys, terms, metric, beyond: Float64Array.from(keys, (_, j) => unit * (sizes?.slack?.[j] ?? 0)) }
}

/**
 * Numbers of each record of a sample: where its right record is in the file that is searched, its values, and those of the right record.
 *
 * @param linkage - The keys, d of them.
 * @returns 1 + 2d.
 */
export function sampleWidth({ names }: Pick<PairLinkage, 'names'>): number {
  return 1 + 2 * names.length
}

/** The records of a sample (`own`), or their right ones, in coordinates. */
function sampleCoordinates(search: LinkageSearch, sample: Totals, own: boolean): Coordinates {
  const width = sampleWidth(search)
  const count = sample.length / width
  const from = own ? 1 : 1 + search.names.length
  const values = search.names.map((_, j) => new Float64Array(count).map((_one, r) => sample[r * width + from + j]))
  return coordinatesOf(search, values, own)
}

type AskedRecord = Omit<UncertainPoint, 'ring'>

/** Record r of a sample, as a point of the search. */
function askedOf({ unit }: LinkageSearch, { keys, terms, beyond }: Coordinates, r: number): AskedRecord {
  const point = new Float64Array(keys.length)
  const size = new Float64Array(keys.length)
  for (let j = 0; j < keys.length; j++) {
    point[j] = inRange(keys[j][r], unit)
    size[j] = (terms ? inRange(terms[j][r], unit) : Math.abs(point[j])) + beyond[j]
  }
  return { point, size, beyond }
}

/** Row r of some columns, in the unit of the search. */
function rowAt({ unit }: LinkageSearch, columns: readonly Float64Array[], r: number): Float64Array {
  const row = new Float64Array(columns.length)
  for (let j = 0; j < row.length; j++) row[j] = columns[j][r] * unit
  return row
}

/**
 * A search tree of the records of some blocks.
 *
 * @param search - How records are compared.
 * @param blocks - Some blocks, in the order of the file.
 * @returns What finds of each record of a sample what they have: written findings, in its order. Cost: O(n log n) for the tree, and
 * O(log n) for each record that is looked for, while the keys are few.
 */
export function searchBlocks(search: LinkageSearch, blocks: readonly PairBlock<unknown>[]): (sample: Totals) => Totals {
  const { by, names, unit } = search
  const complete = blocks.map((block) => completeOfBlock(sideOf(by, block, false), names))
  const rows = totalsTogether(
    complete.map((one, b) => Float64Array.from(one.rows, (row) => blocks[b].block.first + row)),
  )
  const columns = names.map((_, j) => totalsTogether(complete.map(({ keys }) => keys[j])))
  const countOf = (sample: Totals): number => sample.length / sampleWidth(search)
  if (rows.length === 0) return (sample) => writtenFindings(Array.from({ length: countOf(sample) }, () => NOTHING))
  const { keys: to, terms, metric } = coordinatesOf(search, columns, false)
  const group = equalRecords(to)
  const { tree } = groupTree(to, group, metric, unit)
  const rowOf = (one: number): number => rows[group.firsts[one]]
  // Few files need it.
  let ties: ((asked: UncertainPoint) => NearestByDistance) | undefined
  const nearest = new Uint32Array(2)
  const distances = new Float64Array(2)
  const findingOf = (asked: AskedRecord): Finding => {
    const found = tree.nearestKInto(asked.point, 2, nearest, distances)
    const ring = distances[0] === 0 ? 0 : tieRing(distances[0], sum(asked.size), metric, terms !== undefined)
    if (found === 1 || distances[1] > ring) {
      const [one] = nearest
      const first = group.firsts[one]
      const sizes = terms && rowAt(search, terms, first)
      const { low, high } = distanceRange(metric, KEY_ROUNDING, asked, rowAt(search, to, first), sizes)
      return { limit: high, near: [{ low, count: group.sizes[one], lowest: rowOf(one) }] }
    }
    ties ??= tree.uncertainTies({
      weights: group.sizes,
      share: KEY_ROUNDING,
      sizes: terms && groupSizes(terms, group.firsts, unit),
    })
    const { limit, distances: near } = ties({ ...asked, ring })
    return { limit, near: near().map((one) => ({ ...one, lowest: rowOf(one.lowest) })) }
  }
  return (sample) => {
    const from = sampleCoordinates(search, sample, true)
    return writtenFindings(Array.from({ length: countOf(sample) }, (_, r) => findingOf(askedOf(search, from, r))))
  }
}

const NOTHING: Finding = { limit: Infinity, near: [] }

/**
 * Whether the right record of each record of a sample is one of the nearest of all blocks: 1 or 0.
 *
 * @param search - How records are compared.
 * @param sample - n records, `sampleWidth` numbers each.
 * @param all - What the whole file has of each.
 * @returns n numbers.
 */
export function rightNearest(search: LinkageSearch, sample: Totals, all: readonly Finding[]): Int32Array {
  const from = sampleCoordinates(search, sample, true)
  const { keys, terms, metric } = sampleCoordinates(search, sample, false)
  return Int32Array.from(all, (finding, r) => {
    const sizes = terms && rowAt(search, terms, r)
    const range = distanceRange(metric, KEY_ROUNDING, askedOf(search, from, r), rowAt(search, keys, r), sizes)
    return isNearest(finding, range) ? 1 : 0
  })
}
