import { peakBytes, resetPeak } from '../speed/measure/peak-memory.js'

/** Cost of a run. */
export interface RunCost {
  readonly seconds: number
  /** CPU seconds, which do not depend on other load of the machine. */
  readonly cpuSeconds: number
  readonly peakBytes: number
}

/** Runs a function once, and returns its cost. */
export async function costOf<T>(run: () => Promise<T>): Promise<RunCost & { readonly value: T }> {
  resetPeak()
  const since = performance.now()
  const before = process.cpuUsage()
  const value = await run()
  const { user, system } = process.cpuUsage(before)
  const seconds = (performance.now() - since) / 1000
  return { value, seconds, cpuSeconds: (user + system) / 1e6, peakBytes: peakBytes() }
}
