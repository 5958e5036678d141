import { isSdcError, type Registry } from '@sdc/core'
import type { Operation, Outcome } from '../operation.js'
import { peakBytes, resetPeak } from './peak-memory.js'
import { prepare } from './prepare.js'
import { fullBudgets, quickBudgets, shortBudgets, timed, timeRuns } from './time-runs.js'

/** `full`: the median of several runs after a warm-up; `quick`, `short`: of few. `once`: one run, to see that it can. */
export type Effort = keyof typeof budgetsOf | 'once'

const budgetsOf = { full: fullBudgets, quick: quickBudgets, short: shortBudgets }

/**
 * Measures one operation in this process; `ready` is called when the data are there and the clock may start. A first run of no more
 * than `enough` seconds is all: more runs would only be faster.
 * Memory: the peak of the process's resident memory while the operation ran for the first time, and what it was before,
 * on Linux; elsewhere the peak since the process began.
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
