import { isSdcError, type Registry } from '@sdc/core'
import type { Operation, Outcome } from '../operation.js'
import { peakBytes, resetPeak } from './peak-memory.js'
import { prepare } from './prepare.js'
import { fullBudgets, quickBudgets, shortBudgets, timed, timeRuns } from './time-runs.js'

/** `full`: median of several runs after a warm-up; `quick`, `short`: of few. `once`: one run, to test that it runs. */
export type Effort = keyof typeof budgetsOf | 'once'

const budgetsOf = { full: fullBudgets, quick: quickBudgets, short: shortBudgets }

/**
 * Measures one operation in this process; `ready` is called when the data are made and the clock may start. A first run
 * of at most `enough` seconds is the only one: more runs would only be faster. Memory: peak resident memory of the
 * process during the first run, and its memory before, on Linux; elsewhere the peak since the process began.
 */
export async function measureOperation(
  registry: Registry,
  operation: Operation,
  effort: Effort,
  ready: () => void,
  enough = 0,
): Promise<Outcome> {
  try {
    const run = await prepare(registry, operation)
    ready()
    resetPeak()
    const bytesBefore = process.memoryUsage.rss()
    const first = await timed(run)
    const memory = { peakBytes: peakBytes(), bytesBefore }
    const { seconds, runs } =
      effort === 'once' || first <= enough
        ? { seconds: first, runs: 1 }
        : await timeRuns(run, first, timed, budgetsOf[effort])
    return { status: 'measured', seconds, runs, ...memory }
  } catch (error) {
    if (isSdcError(error)) return { status: 'refused', why: error.message }
    return { status: 'failed', why: error instanceof Error ? (error.stack ?? error.message) : String(error) }
  }
}
