import type { Budget, Budgets } from '../speed/measure/time-runs.js'

/** Seconds for which calls are counted together: for shorter times the clock is too coarse. */
const shortest = 0.005

/** Seconds of a run that is not repeated; nor is a run that takes the time of all samples together. */
const longRun = 2.5

/** CPU seconds of one call, averaged over enough calls for the clock, and of all of these. */
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

/** Least CPU seconds of a call in several samples, ended by the first that is low enough; Infinity if there is none. */
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
 * Returns the CPU seconds of a call after a warm-up, the least of several samples: other load of the machine can only
 * add to them. If a garbage collector can be called, the garbage of previous runs is collected first. A sample of at
 * most `enough` is the last one: more accuracy is not needed.
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
