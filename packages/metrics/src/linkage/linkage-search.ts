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
import { distanceKeys, type KeyScale } from './distance-keys.js'
import { groupTree } from './link.js'
import { KEY_ROUNDING, tieRing } from './link-ties.js'
import { isNearest, writtenFindings, type Finding } from './linkage-findings.js'
import { completeOfBlock, pairLinkage, type PairLinkage } from './pair-linkage.js'

/** How the distance of two records is computed, and which file is searched. */
export interface LinkageDistance {
  readonly direction: 'original-to-masked' | 'masked-to-original'
  readonly scale: KeyScale
  readonly distance: DistanceMetric
}

/** What a search in parts computes with: the same for whoever has the totals. */
export interface LinkageSearch extends PairLinkage {
  readonly by: LinkageDistance
  /** What the keys of the file that is searched are multiplied by, see `rangeUnit`. */
  readonly unit: number
  /** See `distanceKeys`. */
  readonly slack: Float64Array
  /** How many records are searched. */
  readonly candidates: number
}

/** Of both files the one whose records are looked for (`own`), or the one that is searched. */
export function sideOf<T>(
  { direction }: LinkageDistance,
  files: { readonly original: T; readonly masked: T },
  own: boolean,
): T {
  return own === (direction === 'original-to-masked') ? files.original : files.masked
}

/** The search, once `linkagePasses` have ended. */
export function linkageSearch(context: PairContext<unknown>, by: LinkageDistance): LinkageSearch {
  const linkage = pairLinkage(context)
  const { x, y, ranges } = linkage
  const { slack, ...keys } = distanceKeys(ranges.original, ranges.masked, x, y, by.scale)
  return { ...linkage, by, slack, unit: rangeUnit(sideOf(by, keys, false)), candidates: sideOf(by, linkage, false) }
}

/** Values of records of the one file or the other as keys, in which distances are computed. */
export function searchKeys(
  { by, x, y }: Pick<LinkageSearch, 'by' | 'x' | 'y'>,
  values: readonly Float64Array[],
  own: boolean,
): readonly Float64Array[] {
  const files = { original: 'original', masked: 'masked' } as const
  const file = sideOf(by, files, own)
  return distanceKeys(file === 'original' ? values : [], file === 'masked' ? values : [], x, y, by.scale)[file]
}

/** Numbers of each record of a sample: where it is in the file, its keys, and those of its right record. */
export function sampleWidth({ names }: Pick<PairLinkage, 'names'>): number {
  return 1 + 2 * names.length
}

/** Record r of a sample, as a point of the search. */
function askedOf(search: LinkageSearch, sample: Totals, r: number): AskedRecord {
  const { unit, slack, names } = search
  const from = r * sampleWidth(search) + 1
  const point = sample.slice(from, from + names.length).map((key) => inRange(key, unit))
  const beyond = slack.map((one) => unit * one)
  return { point, size: point.map((key, j) => Math.abs(key) + beyond[j]), beyond }
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
  if (rows.length === 0) return (sample) => writtenFindings(recordsOf(search, sample, () => NOTHING))
  const columns = names.map((_, j) => totalsTogether(complete.map(({ keys }) => keys[j])))
  const to = searchKeys(search, columns, false)
  const group = equalRecords(to)
  const { tree } = groupTree(to, group, by.distance, unit)
  const rowOf = (one: number): number => rows[group.firsts[one]]
  const record = new Float64Array(names.length)
  // Few files need it.
  let ties: ((asked: UncertainPoint) => NearestByDistance) | undefined
  const nearest = new Uint32Array(2)
  const distances = new Float64Array(2)
  const findingOf = (asked: AskedRecord): Finding => {
    const found = tree.nearestKInto(asked.point, 2, nearest, distances)
    const ring = distances[0] === 0 ? 0 : tieRing(distances[0], sum(asked.size), by.distance)
    if (found === 1 || distances[1] > ring) {
      const [one] = nearest
      for (let j = 0; j < record.length; j++) record[j] = to[j][group.firsts[one]] * unit
      const { low, high } = distanceRange(by.distance, KEY_ROUNDING, asked, record)
      return { limit: high, near: [{ low, count: group.sizes[one], lowest: rowOf(one) }] }
    }
    ties ??= tree.uncertainTies({ weights: group.sizes, share: KEY_ROUNDING })
    const { limit, distances: near } = ties({ ...asked, ring })
    return { limit, near: near().map((one) => ({ ...one, lowest: rowOf(one.lowest) })) }
  }
  return (sample) => writtenFindings(recordsOf(search, sample, findingOf))
}

const NOTHING: Finding = { limit: Infinity, near: [] }

type AskedRecord = Omit<UncertainPoint, 'ring'>

/** What is made of every record of a sample. */
function recordsOf<T>(search: LinkageSearch, sample: Totals, of: (asked: AskedRecord) => T): T[] {
  return Array.from({ length: sample.length / sampleWidth(search) }, (_, r) => of(askedOf(search, sample, r)))
}

/** Whether the right record of record r of a sample is one of the nearest of all blocks. */
export function isRightNearest(search: LinkageSearch, sample: Totals, r: number, all: Finding): boolean {
  const width = sampleWidth(search)
  const right = sample.slice(r * width + 1 + search.names.length, (r + 1) * width).map((key) => key * search.unit)
  return isNearest(all, distanceRange(search.by.distance, KEY_ROUNDING, askedOf(search, sample, r), right))
}
