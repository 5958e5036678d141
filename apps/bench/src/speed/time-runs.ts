import { performance } from 'node:perf_hooks'

export interface Timing {
  /** Median of the runs. */
  readonly seconds: number
  readonly runs: number
}

/** Enough for a median: `least` runs and `enough` seconds, unless `most` seconds or `mostRuns` runs have passed. */
const budget = { least: 3, enough: 0.5, most: 2.5, mostRuns: 51 }

/** Warm-up ends after so many runs or seconds. */
const warmUpBudget = { runs: 5, seconds: 0.3 }

/** Runs it until the compiler has seen it. */
export async function warmUp(run: () => unknown): Promise<void> {
  const start = performance.now()
  for (let i = 0; i < warmUpBudget.runs && performance.now() - start < 1000 * warmUpBudget.seconds; i++) await run()
}

/** Runs it several times and takes the median. */
export async function timeRuns(run: () => unknown): Promise<Timing> {
  const times: number[] = []
  let total = 0
  while (
    times.length < budget.mostRuns &&
    total < budget.most &&
    (times.length < budget.least || total < budget.enough)
  ) {
    const start = performance.now()
    await run()
    times.push((performance.now() - start) / 1000)
    total += times.at(-1) ?? 0
  }
  return { seconds: medianOf(times), runs: times.length }
}

export function medianOf(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b)
  const middle = sorted.length >> 1
  return sorted.length % 2 === 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2
}
