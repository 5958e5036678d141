import { timeRuns, type Budgets } from '../speed/measure/time-runs.js'

/** A run this long is not repeated for its own sake. */
const shortest = 0.005

/** CPU seconds of one call, by as many as take long enough for the clock. */
async function cpuSeconds(run: () => unknown): Promise<number> {
  const since = process.cpuUsage()
  let calls = 0
  let seconds = 0
  while (seconds < shortest) {
    await run()
    calls++
    const { user, system } = process.cpuUsage(since)
    seconds = (user + system) / 1e6
  }
  return seconds / calls
}

/**
 * CPU seconds of a call after a warm-up, the least of several: whatever else the machine does can only add to them.
 * Where there is a collector to call, the rubbish of what ran before is collected first.
 */
export async function cpuOf(run: () => unknown, budgets: Budgets): Promise<number> {
  globalThis.gc?.()
  const first = await cpuSeconds(run)
  const { least } = await timeRuns(run, first, cpuSeconds, budgets)
  return least
}
