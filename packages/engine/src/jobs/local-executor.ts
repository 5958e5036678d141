import { nextTask } from '../ground/abort.js'
import type { Executor, JobOutcome } from './job.js'
import { runJob } from './run-job.js'

/** Runs one task after the other, here. */
export const localExecutor: Executor = {
  width: 1,
  open: (work) => ({
    async run(tasks, tick, done) {
      const outcomes: JobOutcome[] = []
      for (const [t, task] of tasks.entries()) {
        await nextTask()
        const outcome = await runJob(work, task, (fraction) => tick((t + fraction) / tasks.length))
        outcomes.push(outcome)
        done?.(t, outcome)
      }
      return outcomes
    },
    close: async () => {},
  }),
}
