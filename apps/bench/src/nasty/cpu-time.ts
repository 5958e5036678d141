import type { Budget, Budgets } from '../speed/measure/time-runs.js'

/** Calls are counted together until they have taken so long, in seconds: shorter than that the clock is too coarse. */
const shortest = 0.005

/** A run this long, in seconds, is not repeated, nor is one that alone takes what all samples together may. */
const longRun = 2.5

/** CPU seconds of one call, by as many as take long enough for the clock, and of all of these. */
async function sample(run: () => unknown): Promise<{ readonly one: number; readonly all: number }> {
  const since = process.cpuUsage()
  let calls = 0
  let all = 0
  while (all < shortest) {
    await run()
    calls++
    const { user, system } = process.cpuUsage(since)
    all = (user + system) / 1e6
  }
  return { one: all / calls, all }
}

/** The least CPU seconds of a call in several samples, none after one that is low enough; Infinity where there is none. */
async function leastOf(
  run: () => unknown,
  { runs, seconds, mostSeconds, mostRuns }: Budget,
  enough: number,
): Promise<number> {
  let least = Infinity
  let spent = 0
  for (let r = 0; r < mostRuns && least > enough && spent < mostSeconds && (r < runs || spent < seconds); r++) {
    const { one, all } = await sample(run)
    least = Math.min(least, one)
    spent += all
  }
  return least
}

/**
 * CPU seconds of a call after a warm-up, the least of several: whatever else the machine does can only add to them.
 * Where there is a collector to call, the rubbish of what ran before is collected first. A sample of no more than `enough` is the last one:
 * who asks whether it takes more knows that it does not.
 */
export async function cpuOf(run: () => unknown, { warmUp, measured }: Budgets, enough = 0): Promise<number> {
  globalThis.gc?.()
  const first = await sample(run)
  const long = Math.min(longRun, warmUp.mostSeconds + measured.mostSeconds)
  if (first.all >= long || first.one <= enough) return first.one
  const early = await leastOf(run, warmUp, enough)
  if (early <= enough) return early
  return Math.min(first.one, await leastOf(run, measured, enough))
}
