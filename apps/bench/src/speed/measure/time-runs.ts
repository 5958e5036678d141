import { performance } from 'node:perf_hooks'

export interface Timing {
  /** Median of the runs. */
  readonly seconds: number
  readonly runs: number
}

export interface Budget {
  /** This number of runs and seconds is enough. */
  readonly runs: number
  readonly seconds: number
  /** No run begins after this number of seconds or runs. */
  readonly mostSeconds: number
  readonly mostRuns: number
}

export interface Budgets {
  /** In a first run as long as this, in seconds, compilation is a small share: it counts, and is not repeated. */
  readonly longRun: number
  /** The compiler has then optimised all branches that this size uses; smaller data would use others. */
  readonly warmUp: Budget
  /** Enough for a median. */
  readonly measured: Budget
}

export const fullBudgets: Budgets = {
  longRun: 2.5,
  warmUp: { runs: 3, seconds: 0.5, mostSeconds: 1, mostRuns: Infinity },
  measured: { runs: 3, seconds: 0.5, mostSeconds: 2.5, mostRuns: 1001 },
}

/** Accurate to a factor of about two, in a third of a second. */
export const quickBudgets: Budgets = {
  longRun: 2.5,
  warmUp: { runs: 3, seconds: 0.1, mostSeconds: 0.3, mostRuns: Infinity },
  measured: { runs: 3, seconds: 0.1, mostSeconds: 0.5, mostRuns: 101 },
}

/** Not accurate enough to print, but shows a fault of an order of magnitude; rows that seem slow are measured again. */
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
 * Returns the median of several runs after a warm-up by runs of the same size; `first` is the time of a first run,
 * which belongs to the warm-up unless it was long.
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
