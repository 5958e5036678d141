import { nextTask } from '../run/abort.js'
import type { Executor, JobOutcome } from './job.js'
import { runJob } from './run-job.js'

/** Runs one job after the other, here. */
export const localExecutor: Executor = {
  width: 1,
  async run(work, jobs, tick) {
    const outcomes: JobOutcome[] = []
    for (const [j, job] of jobs.entries()) {
      await nextTask()
      outcomes.push(await runJob(work, job, (fraction) => tick((j + fraction) / jobs.length)))
    }
    return outcomes
  },
}
