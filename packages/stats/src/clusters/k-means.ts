/** A partition of records into clusters, each around its mean. */
export interface KMeans {
  /** Cluster of each record. */
  readonly labels: Int32Array
  /** Centres, one after another, d numbers each; a centre without records stays in its place. */
  readonly centres: Float64Array
  /** Sum over the records of the squared distance to their centre. */
  readonly squares: number
  readonly iterations: number
  /** True if the last iteration changed no label. */
  readonly converged: boolean
}

/**
 * A record changes its cluster only for a centre that is nearer by more than rounding. So ties stay in place, and a
 * change of units changes no label.
 */
const NEARER = 1 - 1e-9

/**
 * k-means by Lloyd's algorithm: assigns every record to its nearest centre, moves every centre to the mean of its
 * records, and repeats until no record changes.
 *
 * Each step decreases Σ‖x_i − v_k(i)‖², and it ends in a local minimum that depends on the start. A cluster without
 * records gets the record that is furthest from its own centre, if one differs from it. Ties: a record stays in its
 * cluster, at first the one of lowest number.
 *
 * @param points - n × d, record after record, finite; squares of differences must be doubles.
 * @param d - Number of columns.
 * @param starts - c × d, the centres to start from.
 * @param most - Maximum number of iterations.
 * @returns The partition of the last iteration.
 * @throws RangeError if the sizes do not fit.
 *
 * Cost: O(ncd) per iteration.
 * Source: Lloyd 1982.
 */
export function kMeans(points: Float64Array, d: number, starts: Float64Array, most = 300): KMeans {
  const n = points.length / d
  const c = starts.length / d
  if (!(Number.isInteger(n) && Number.isInteger(c) && c >= 1))
    throw new RangeError(
      `${points.length} and ${starts.length} coordinates do not make records and centres of ${d} columns`,
    )
  const centres = starts.slice()
  const labels = new Int32Array(n)
  let iterations = 0
  let changed = true
  while (changed && iterations < most) {
    changed = assign(points, d, centres, labels) || iterations === 0
    moveToMeans(points, d, centres, labels)
    if (fillEmpty(points, d, centres, labels)) changed = true
    iterations++
  }
  let squares = 0
  for (let i = 0; i < n; i++) squares += squaredDistance(points, i * d, centres, labels[i] * d, d)
  return { labels, centres, squares, iterations, converged: !changed }
}

/**
 * Computes ‖x − v‖² of a record and a centre.
 *
 * @param points - Records, d coordinates each.
 * @param at - Index of the first coordinate of the record.
 * @param centres - Centres, likewise.
 * @param centre - Index of the first coordinate of the centre.
 * @param d - Number of columns.
 * @returns The squared distance.
 */
export function squaredDistance(
  points: Float64Array,
  at: number,
  centres: Float64Array,
  centre: number,
  d: number,
): number {
  let sum = 0
  for (let j = 0; j < d; j++) {
    const gap = points[at + j] - centres[centre + j]
    sum += gap * gap
  }
  return sum
}

/**
 * Assigns every record to its nearest centre; returns true if one changed. A sum of squares stops as soon as it is too
 * large. Other centres are skipped if the record is nearer to its own centre than half the distance from there to any
 * other centre: by the triangle inequality none is nearer, also after rounding.
 */
function assign(points: Float64Array, d: number, centres: Float64Array, labels: Int32Array): boolean {
  const c = centres.length / d
  const halves = new Float64Array(c).fill(Infinity)
  for (let k = 0; k < c; k++)
    for (let l = 0; l < c; l++)
      if (l !== k) halves[k] = Math.min(halves[k], squaredDistance(centres, k * d, centres, l * d, d) / 4)
  let changed = false
  for (let i = 0; i < labels.length; i++) {
    const at = i * d
    const own = labels[i]
    let nearest = own
    let limit = squaredDistance(points, at, centres, own * d, d) * NEARER
    if (limit < halves[own] * NEARER * NEARER) continue
    for (let k = 0, centre = 0; k < c; k++, centre += d) {
      if (k === own) continue
      let sum = 0
      for (let j = 0; j < d && sum < limit; j++) {
        const gap = points[at + j] - centres[centre + j]
        sum += gap * gap
      }
      if (sum >= limit) continue
      limit = sum * NEARER
      nearest = k
    }
    if (nearest === own) continue
    labels[i] = nearest
    changed = true
  }
  return changed
}

/** The mean of equal records may differ from them by rounding, which does not count as a distance. */
const ROUNDING = 1e-24

/**
 * Gives every empty cluster the record that is furthest from its own mean, if one differs from it; returns true if
 * there was one.
 */
function fillEmpty(points: Float64Array, d: number, centres: Float64Array, labels: Int32Array): boolean {
  const sizes = new Int32Array(centres.length / d)
  for (let i = 0; i < labels.length; i++) sizes[labels[i]]++
  if (sizes.every((size) => size > 0)) return false
  const origin = new Float64Array(d)
  const gaps = Float64Array.from(labels, (k, i) => {
    const gap = squaredDistance(points, i * d, centres, k * d, d)
    return gap > ROUNDING * squaredDistance(points, i * d, origin, 0, d) ? gap : 0
  })
  let filled = false
  for (let k = 0; k < sizes.length; k++) {
    if (sizes[k] > 0) continue
    let furthest = -1
    for (let i = 0; i < labels.length; i++)
      if (gaps[i] > 0 && sizes[labels[i]] > 1 && (furthest < 0 || gaps[i] * NEARER > gaps[furthest])) furthest = i
    if (furthest < 0) return filled
    sizes[labels[furthest]]--
    sizes[k] = 1
    labels[furthest] = k
    gaps[furthest] = 0
    centres.set(points.subarray(furthest * d, (furthest + 1) * d), k * d)
    filled = true
  }
  return filled
}

function moveToMeans(points: Float64Array, d: number, centres: Float64Array, labels: Int32Array): void {
  const sums = new Float64Array(centres.length)
  const sizes = new Int32Array(centres.length / d)
  for (let i = 0; i < labels.length; i++) {
    sizes[labels[i]]++
    for (let j = 0, to = labels[i] * d, from = i * d; j < d; j++) sums[to + j] += points[from + j]
  }
  for (let k = 0; k < sizes.length; k++)
    if (sizes[k] > 0) for (let at = k * d; at < (k + 1) * d; at++) centres[at] = sums[at] / sizes[k]
}
