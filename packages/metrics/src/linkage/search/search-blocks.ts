import { totalsTogether, type Block, type Totals } from '@sdc/core'
import { countBelow, sum, type NearestByDistance, type RecordGroups, type UncertainPoint } from '@sdc/stats'
import { distanceRange, oneGroup, refineGroups } from '@sdc/stats/internal'
import { groupSizes, groupTree, nearestLinks, type GroupTree, type NearestLinks, type RightRows } from './link.js'
import { KEY_ROUNDING, tieRing } from './link-ties.js'
import {
  askedOf,
  beyondOf,
  coordinatesOf,
  firstOf,
  numbersIn,
  RIGHT,
  rowAt,
  rowOf,
  sampleCoordinates,
  type AskedRecord,
  type Coordinates,
} from './linkage-coordinates.js'
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
import { sideOf, type LinkageSearch, type LinkageTurn } from './linkage-search.js'
import { allRecords } from '../columns/linkage-keys.js'
import { completeOfBlock } from './pair-linkage.js'
import { partialFinding, partialLinks, partialRange } from './partial-linkage.js'

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
