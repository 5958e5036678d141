import {
  joinOutcomes,
  storedWork,
  taskId,
  type Executor,
  type JobOutcome,
  type OutcomeStore,
  type Work,
} from '@sdc/engine'
import type { SearchProgress } from './search-candidates.js'
import type { Entry } from './trial-book.js'

/** What the final table is measured with. */
export interface FinalTableInput {
  readonly executor: Executor
  /** Measures every risk, those that are too costly for all candidates too. */
  readonly work: Work
  readonly store: OutcomeStore | undefined
  /** How much of the whole search is over. */
  readonly fraction: number
  readonly tick: (progress: SearchProgress) => void
}

/**
 * Measures the runs that choose once more, by every risk: all workers at once, where a comparison would do it one after the
 * other, and kept like any other run.
 *
 * @param entries - The candidates of the final table.
 * @param input - Who measures, and what.
 * @returns An outcome for each, of all its runs.
 */
export async function finalOutcomes(
  entries: readonly Entry[],
  { executor, work, store, fraction, tick }: FinalTableInput,
): Promise<JobOutcome[]> {
  const tasks = entries.flatMap(({ candidate, trial }, e) =>
    trial.runs.map((_, r) => ({ e, task: { job: [candidate], replicates: [r + 1] } })),
  )
  const workers = executor.open(work)
  // The same runs are among those of the search, which measured less of them.
  const open = store ? storedWork(workers, store, (task) => `every risk ${taskId(task)}`) : workers
  try {
    const outcomes = await open.run(
      tasks.map(({ task }) => task),
      (part) => {
        const done = Math.floor(part * tasks.length + 1e-9)
        tick({ stage: 'every risk of the winners', tasks: tasks.length, done, fraction })
      },
    )
    return entries.map((_, e) => joinOutcomes(outcomes.filter((_outcome, t) => tasks[t].e === e)))
  } finally {
    await open.close()
  }
}
