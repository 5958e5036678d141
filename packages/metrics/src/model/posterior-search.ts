import { equalRecords, exp } from '@sdc/stats'
import type { CandidateBlock } from '../linkage/search/candidate-blocks.js'
import { gather } from '@sdc/toolkit'
import { nearestLinks, type NearestLinks, type RightRows } from '../linkage/search/link.js'

/** Largest number of distances for the mean probability: more targets are sampled evenly. */
const MOST_DISTANCES = 5e7

/** Targets, `from`, and masked records, `to`, in the coordinates of the model; and the right masked ones. */
export interface PosteriorSearch {
  readonly from: readonly Float64Array[]
  readonly to: readonly Float64Array[]
  readonly right: RightRows
  /** Sizes of their terms: see `KeySizes`. */
  readonly sizes: { readonly from: readonly Float64Array[]; readonly to: readonly Float64Array[] }
}

/**
 * Finds the nearest candidates of every target; `chance`: expected number of right picks at random among the
 * candidates.
 */
export function nearestCandidates(
  search: PosteriorSearch,
  blocks: readonly CandidateBlock[],
  tick: (fraction: number) => void,
): NearestLinks & { readonly chance: number } {
  const n = search.right.starts.length - 1
  const links = { tied: new Int32Array(n), right: new Int32Array(n), first: new Uint8Array(n) }
  let chance = 0
  let done = 0
  for (const block of within(search, blocks)) {
    const { targets, from, to, right, sizes } = block
    if (to[0].length > 0) {
      const ownTick = (part: number): void => tick((done + part * targets.length) / n)
      const found = nearestLinks(from, to, equalRecords(to), right, ownTick, { sizes: { terms: sizes } })
      targets.forEach((l, at) => {
        links.tied[l] = found.tied[at]
        links.right[l] = found.right[at]
        links.first[l] = found.first[at]
      })
      chance += right.rows.length / to[0].length
    }
    done += targets.length
  }
  return { ...links, chance }
}

/** Returns the mean posterior of the right record over evenly spaced targets, limited to `most` distances. */
export function meanPosterior(
  search: PosteriorSearch,
  blocks: readonly CandidateBlock[],
  most = MOST_DISTANCES,
): { readonly mean: number; readonly count: number } {
  const distances = blocks.reduce((total, { targets, candidates }) => total + targets.length * candidates.length, 0)
  const step = Math.max(1, Math.ceil(distances / most))
  let total = 0
  let count = 0
  for (const { targets, from, to, right } of within(search, blocks)) {
    const distance2 = new Float64Array(to[0].length)
    const point = new Float64Array(from.length)
    targets.forEach((l, at) => {
      if (l % step !== 0) return
      from.forEach((column, j) => (point[j] = column[at]))
      total += posteriorOfRight(to, point, right.rows.subarray(right.starts[at], right.starts[at + 1]), distance2)
      count++
    })
  }
  return { mean: total / count, count }
}

/** Searches within one block after another. */
function* within(
  search: PosteriorSearch,
  blocks: readonly CandidateBlock[],
): Generator<PosteriorSearch & { readonly targets: Int32Array }> {
  const place = new Int32Array(search.to[0].length).fill(-1)
  for (const { targets, candidates } of blocks) {
    candidates.forEach((t, at) => (place[t] = at))
    const starts = new Int32Array(targets.length + 1)
    const rows: number[] = []
    targets.forEach((l, at) => {
      for (let k = search.right.starts[l]; k < search.right.starts[l + 1]; k++) {
        const row = place[search.right.rows[k]]
        if (row >= 0) rows.push(row)
      }
      starts[at + 1] = rows.length
    })
    candidates.forEach((t) => (place[t] = -1))
    const right = { starts, rows: Int32Array.from(rows) }
    yield {
      targets,
      from: gather(search.from, targets),
      to: gather(search.to, candidates),
      right,
      sizes: { from: gather(search.sizes.from, targets), to: gather(search.sizes.to, candidates) },
    }
  }
}

/**
 * Returns P(right record | x) of the model: Σ_right exp(−½d²)/Σ_t exp(−½d²) for one point among all masked records,
 * equally likely beforehand. Cost: O(mq).
 */
function posteriorOfRight(
  masked: readonly Float64Array[],
  point: Float64Array,
  right: ArrayLike<number>,
  distance2: Float64Array,
): number {
  distance2.fill(0)
  masked.forEach((column, j) => {
    const at = point[j]
    for (let t = 0; t < distance2.length; t++) {
      const apart = column[t] - at
      distance2[t] += apart * apart
    }
  })
  let least = Infinity
  for (let t = 0; t < distance2.length; t++) least = Math.min(least, distance2[t])
  let all = 0
  let most = -Infinity
  for (let t = 0; t < distance2.length; t++) {
    const exponent = (least - distance2[t]) / 2
    // Such a term is below 2⁻⁵⁴ of the sum, and does not change it by a bit; nearly all terms are such.
    if (exponent < most - 38) continue
    all += exp(exponent)
    if (exponent > most) most = exponent
  }
  let own = 0
  for (let k = 0; k < right.length; k++) own += exp((least - distance2[right[k]]) / 2)
  return own > 0 ? own / all : 0
}
