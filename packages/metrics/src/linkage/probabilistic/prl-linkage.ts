import type { Rng } from '@sdc/core'
import { agreeing, agreements, countsOfFirst, type Agreements } from './agreement-patterns.js'
import type { AgreementKey } from './agreement-keys.js'
import { clampedChance, expectationMaximisation, patternWeights, type AgreementChances } from './fellegi-sunter.js'
import { oneToOne, ORDERS } from '../search/one-to-one.js'
import type { PrlBlock } from './prl-blocks.js'

/** Block with its true pairs, as indices in it, and their numbers among all pairs. */
export interface ComparedBlock extends Agreements {
  readonly pairs: { readonly masked: Int32Array; readonly original: Int32Array; readonly numbers: Int32Array }
}

/** Pairs of all blocks by pattern, and the true pairs among them. */
export interface PairCounts {
  readonly all: Float64Array
  readonly right: Float64Array
  /** Share of pairs that a one-to-one linkage makes. */
  readonly linked: number
}

/** Probabilities for linkage by the first t columns, and number of iterations; by t − 1. */
export type ChancesOfKeys = readonly (AgreementChances & { readonly iterations?: number; readonly settled?: boolean })[]

/**
 * Compares the records within each block. `owner`: index of the original of each masked record; `number`: its number.
 */
export function comparedBlocks(
  keys: readonly AgreementKey[],
  rows: { readonly original: Int32Array; readonly masked: Int32Array },
  blocks: readonly PrlBlock[],
  owner: Int32Array,
  number: Int32Array,
): ComparedBlock[] {
  const place = new Int32Array(rows.original.length).fill(-1)
  return blocks.map(({ masked, originals }) => {
    originals.forEach((at, a) => (place[at] = a))
    const inside = Int32Array.from(masked.keys()).filter((b) => owner[masked[b]] >= 0 && place[owner[masked[b]]] >= 0)
    const pairs = {
      masked: inside,
      original: inside.map((b) => place[owner[masked[b]]]),
      numbers: inside.map((b) => number[masked[b]]),
    }
    originals.forEach((at) => (place[at] = -1))
    const here = agreements(
      keys,
      originals.map((at) => rows.original[at]),
      masked.map((at) => rows.masked[at]),
    )
    return { ...here, pairs }
  })
}

/** Counts the pairs of the blocks. */
export function pairCounts(blocks: readonly ComparedBlock[], keys: number): PairCounts {
  const all = new Float64Array(1 << keys)
  const right = new Float64Array(1 << keys)
  let links = 0
  let compared = 0
  for (const { counts, patterns, originals, masked, pairs } of blocks) {
    counts.forEach((count, pattern) => (all[pattern] += count))
    pairs.original.forEach((a, k) => right[patterns[a * masked + pairs.masked[k]]]++)
    links += Math.min(originals, masked)
    compared += originals * masked
  }
  return { all, right, linked: links / compared }
}

/** Returns m_j, the share of agreeing pairs among the true ones, and u_j, that among the others. */
export function truePairChances({ all, right }: PairCounts, keys: number): AgreementChances {
  const sum = (counts: Float64Array): number => counts.reduce((total, count) => total + count, 0)
  const [pairs, links] = [sum(all), sum(right)]
  const share = (j: number, own: boolean): number => {
    const agree = agreeing(right, j)
    if (own ? links > 0 : pairs === links) return agree / links
    return (agreeing(all, j) - agree) / (pairs - links)
  }
  const each = (own: boolean): Float64Array =>
    Float64Array.from({ length: keys }, (_, j) => clampedChance(share(j, own)))
  return { m: each(true), u: each(false) }
}

/** Returns m and u by EM with fixed p, for each number of columns; below three columns those of the first three. */
export function emChances({ all, linked }: PairCounts, keys: number): ChancesOfKeys {
  const found = Array.from({ length: keys - 2 }, (_, at) => expectationMaximisation(countsOfFirst(all, at + 3), linked))
  return [found[0], found[0], ...found]
}

/** Result of the assignments by the first t columns. */
export interface PrlLinks {
  /** Sum of the credits in every random order. */
  readonly byOrder: Float64Array
  /** Mean over the orders for every masked record with an original. */
  readonly credit: Float64Array
}

/**
 * Links records one-to-one with the greatest total weight, block by block, for the first 1, 2, … columns.
 *
 * @param blocks - The blocks.
 * @param chances - Probabilities for the weights, by t − 1.
 * @param attacked - Number of masked records with an original; those outside its block are not found.
 * @param rng - Random stream for the orders.
 * @param tick - Receives the completed share.
 * @returns The links by the first 1, 2, … columns. Cost: that of `oneToOne` for each block and number of columns.
 */
export function prlLinks(
  blocks: readonly ComparedBlock[],
  chances: ChancesOfKeys,
  attacked: number,
  rng: Rng,
  tick: (fraction: number) => void,
): PrlLinks[] {
  return chances.map((of, at) => {
    const t = at + 1
    const stream = rng.child(`${t} keys`)
    const costs = patternWeights(of, t).map((weight) => -weight)
    const byOrder = new Float64Array(ORDERS)
    const credit = new Float64Array(attacked)
    blocks.forEach((block, b) => {
      const progress = (part: number): void => tick((at + (b + part) / blocks.length) / chances.length)
      linksOf(block, t, costs, stream, progress).forEach((found, r) =>
        found.forEach((worth, k) => {
          byOrder[r] += worth
          credit[block.pairs.numbers[k]] += worth / ORDERS
        }),
      )
    })
    return { byOrder, credit }
  })
}

function linksOf(
  { originals, masked, patterns, sides, pairs }: ComparedBlock,
  t: number,
  costs: Float64Array,
  rng: Rng,
  tick: (fraction: number) => void,
): readonly Float64Array[] {
  if (pairs.masked.length === 0) return []
  const mask = (1 << t) - 1
  const side = sides[t - 1]
  const ofOriginal = (a: number, own: Float64Array): void => {
    for (let b = 0, at = a * masked; b < masked; b++, at++) own[b] = costs[patterns[at] & mask]
  }
  const ofMasked = (b: number, own: Float64Array): void => {
    for (let a = 0, at = b; a < originals; a++, at += masked) own[a] = costs[patterns[at] & mask]
  }
  return originals <= masked
    ? oneToOne(side.original, side.masked, ofOriginal, { row: pairs.original, column: pairs.masked }, rng, tick).credits
    : oneToOne(side.masked, side.original, ofMasked, { row: pairs.masked, column: pairs.original }, rng, tick).credits
}
