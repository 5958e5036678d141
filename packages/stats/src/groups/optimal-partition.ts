/** Steps of the inner loop between two calls of `tick`: some milliseconds. */
const STEPS_PER_TICK = 1 << 20

/**
 * Finds the best way to cut a sequence of records into runs of at least k, with the least sum of squares Σ_runs Σ_i Σ_j
 * (x_ij − x̄_j(run))². For one sorted column no grouping of any kind has less.
 *
 * Dynamic programming over the ends of runs: c(0) = 0, c(e) = min over lengths l = k, …, 2k − 1 of c(e − l) + SSE of
 * the l records before e. A run of 2k or more is never better than its halves. Ties go to the shortest last run.
 *
 * Each SSE grows from the last record backwards by Welford's update, on differences from that record. So a common
 * offset changes nothing as long as these differences are exact. Differences of prefix sums of squares would lose their
 * digits with an offset, and in long sequences.
 *
 * Returns the starts of the runs, and n: run r is starts[r] … starts[r + 1] − 1; n < 2k makes one run. Cost: O(nkd)
 * time for d columns; 12n bytes, and a copy of the columns if d > 1. Source: Hansen & Mukherjee 2003, section III: the
 * shortest path in their graph, its nodes in the order of the records.
 *
 * @throws RangeError for n < k, a k that is not a whole number ≥ 1, no columns, columns of different length, and if a
 *   sum of squares is not finite
 */
export function optimalPartition(
  columns: readonly Float64Array[],
  k: number,
  tick: (fraction: number) => void = () => {},
): Uint32Array {
  const d = columns.length
  const n = columns[0]?.length ?? 0
  if (!Number.isInteger(k) || k < 1) throw new RangeError(`a run has a whole number of records, not ${k}`)
  if (n < k) throw new RangeError(`${n} records make no run of ${k}`)
  if (columns.some((column) => column.length !== n))
    throw new RangeError('the columns differ in their number of records')
  const best: BestRuns = { costs: new Float64Array(n + 1).fill(Infinity, 1), lengths: new Uint32Array(n + 1) }
  const endRuns = d === 1 ? runsOfOne(columns[0], k, best) : runsOfSeveral(columns, k, best)
  const stride = Math.max(1, Math.floor(STEPS_PER_TICK / (2 * k * d)))
  for (let from = k; from <= n; from += stride) {
    endRuns(from, Math.min(n, from + stride - 1))
    tick(Math.min(1, (from + stride - 1) / n))
  }
  if (!(best.costs[n] < Infinity)) throw new RangeError('a value is missing, or too large to be squared')
  return startsOf(best.lengths, n)
}

/** Best partition of the first e records: its cost c(e), and the length of its last run. */
interface BestRuns {
  readonly costs: Float64Array
  readonly lengths: Uint32Array
}

/** Finds the best last run of the first e records for e = from, …, to. */
type EndRuns = (from: number, to: number) => void

function runsOfOne(values: Float64Array, k: number, { costs, lengths }: BestRuns): EndRuns {
  const { first, shares, weights } = welfordFactors(k)
  return (from, to) => {
    for (let end = from; end <= to; end++) {
      const longest = Math.min(2 * k - 1, end)
      const last = values[end - 1]
      let mean = 0
      let sse = 0
      let best = Infinity
      for (let l = first; l <= longest; l++) {
        const delta = values[end - l] - last - mean
        mean += delta * shares[l]
        sse += delta * delta * weights[l]
        if (l < k || !(costs[end - l] + sse < best)) continue
        best = costs[end - l] + sse
        lengths[end] = l
      }
      costs[end] = best
    }
  }
}

function runsOfSeveral(columns: readonly Float64Array[], k: number, { costs, lengths }: BestRuns): EndRuns {
  const { first, shares, weights } = welfordFactors(k)
  const d = columns.length
  const n = columns[0].length
  const rows = new Float64Array(n * d)
  for (let j = 0; j < d; j++) for (let i = 0; i < n; i++) rows[i * d + j] = columns[j][i]
  const means = new Float64Array(d)
  return (from, to) => {
    for (let end = from; end <= to; end++) {
      const longest = Math.min(2 * k - 1, end)
      const last = (end - 1) * d
      let sse = 0
      let best = Infinity
      means.fill(0)
      for (let l = first; l <= longest; l++) {
        const at = (end - l) * d
        let squares = 0
        for (let j = 0; j < d; j++) {
          const delta = rows[at + j] - rows[last + j] - means[j]
          means[j] += delta * shares[l]
          squares += delta * delta
        }
        sse += squares * weights[l]
        if (l < k || !(costs[end - l] + sse < best)) continue
        best = costs[end - l] + sse
        lengths[end] = l
      }
      costs[end] = best
    }
  }
}

interface WelfordFactors {
  /** First l with an effect: a single record has mean 0, as a difference from itself, and SSE 0. */
  readonly first: number
  readonly shares: Float64Array
  readonly weights: Float64Array
}

/** The l-th value contributes by its deviation δ from the mean before it: mean += δ/l, SSE += δ²·(l − 1)/l. */
function welfordFactors(k: number): WelfordFactors {
  return {
    first: Math.min(2, k),
    shares: Float64Array.from({ length: 2 * k }, (_, l) => 1 / l),
    weights: Float64Array.from({ length: 2 * k }, (_, l) => (l - 1) / l),
  }
}

function startsOf(lengths: Uint32Array, n: number): Uint32Array {
  let runs = 0
  for (let end = n; end > 0; end -= lengths[end]) runs++
  const starts = new Uint32Array(runs + 1)
  for (let end = n, run = runs; run >= 0; end -= lengths[end], run--) starts[run] = end
  return starts
}
