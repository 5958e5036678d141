import { performance } from 'node:perf_hooks'

export interface Timing {
  /** Median of the runs. */
  readonly seconds: number
  readonly runs: number
}

export interface Budget {
  /** So many runs and so many seconds are enough. */
  readonly runs: number
  readonly seconds: number
  /** No run begins after so many seconds or runs. */
  readonly mostSeconds: number
  readonly mostRuns: number
}

export interface Budgets {
  /** The compiler's work is a small share of a first run as long as this, in seconds: it counts, and is not repeated. */
  readonly longRun: number
  /** The compiler has then seen all branches that this size takes; smaller data would take others. */
  readonly warmUp: Budget
  /** Enough for a median. */
  readonly measured: Budget
}

export const fullBudgets: Budgets = {
  longRun: 2.5,
  warmUp: { runs: 3, seconds: 0.5, mostSeconds: 1, mostRuns: Infinity },
  measured: { runs: 3, seconds: 0.5, mostSeconds: 2.5, mostRuns: 1001 },
}

/** Good to a factor of two or so, in a third of a second. */
export const quickBudgets: Budgets = {
  longRun: 2.5,
  warmUp: { runs: 3, seconds: 0.1, mostSeconds: 0.3, mostRuns: Infinity },
  measured: { runs: 3, seconds: 0.1, mostSeconds: 0.5, mostRuns: 101 },
}

/** No measurement to print, but a fault of an order of magnitude shows; what seems slow is measured again. */
export const shortBudgets: Budgets = {
  longRun: 0.2,
  warmUp: { runs: 2, seconds: 0.01, mostSeconds: 0.03, mostRuns: Infinity },
  measured: { runs: 3, seconds: 0.02, mostSeconds: 0.04, mostRuns: 5 },
}

/** Seconds of one run. */
export async function timed(run: () => unknown): Promise<number> {
  const start = performance.now()
  await run()
  return (performance.now() - start) / 1000
}

/**
 * The median of several runs after a warm-up by runs of the same size; `first` is what a first run took, which belongs
 * to the warm-up unless it was long.
 */
export async function timeRuns(
  run: () => unknown,
  first: number,
  time = timed,
  { longRun, warmUp, measured } = fullBudgets,
): Promise<Timing> {
  if (first >= longRun) return { seconds: first, runs: 1 }
  await repeated(run, warmUp, time, [first])
  const times = await repeated(run, measured, time, [])
  return { seconds: medianOf(times), runs: times.length }
}

async function repeated(
  run: () => unknown,
  { runs, seconds, mostSeconds, mostRuns }: Budget,
  time: typeof timed,
  before: readonly number[],
): Promise<number[]> {
  const times = [...before]
  let total = times.reduce((sum, one) => sum + one, 0)
  while (times.length < mostRuns && total < mostSeconds && (times.length < runs || total < seconds)) {
    const one = await time(run)
    times.push(one)
    total += one
  }
  return times
}

export function medianOf(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b)
  const middle = sorted.length >> 1
  return sorted.length % 2 === 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2
}
