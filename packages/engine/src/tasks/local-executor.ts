import { nextTask } from '../ground/abort.js'
import { runTask } from './run-task.js'
import type { Executor, TaskOutcome } from './work.js'

/** Runs one task after the other on this thread. */
export const localExecutor: Executor = {
  width: 1,
  open: (work) => ({
    async run(tasks, tick, done) {
      const outcomes: TaskOutcome[] = []
      for (const [t, task] of tasks.entries()) {
        await nextTask()
        const outcome = await runTask(work, task, (fraction) => tick((t + fraction) / tasks.length))
        outcomes.push(outcome)
        done?.(t, outcome)
      }
      return outcomes
    },
    close: async () => {},
  }),
}
