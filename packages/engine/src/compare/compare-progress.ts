import type { Job } from '../jobs/job.js'

/** What of a comparison is being done, for who waits. */
export interface CompareProgress {
  /** The label of the candidate that runs, of several the first; or what comes after all of them. */
  readonly stage: string
  /** The candidates that are done, and all of them, while they run. */
  readonly counts?: { readonly done: number; readonly all: number }
  /** How much of the candidates is done, from 0 to 1. */
  readonly fraction: number
}

/** Who is told of a comparison. */
export interface CompareListener {
  readonly tick?: ((fraction: number) => void) | undefined
  readonly progress?: ((progress: CompareProgress) => void) | undefined
}

/**
 * Follows the jobs of a comparison. They are begun in their order, whoever runs them: so the first that is not done runs.
 *
 * @param jobs - In the order in which they are run.
 * @param listener - Who is told.
 * @returns What is told of the fraction, and of each job that is done.
 */
export function watchJobs(
  jobs: readonly Job[],
  { tick, progress }: CompareListener,
): { readonly tick: (fraction: number) => void; readonly done: (place: number) => void } {
  const isDone = jobs.map(() => false)
  const all = jobs.reduce((sum, job) => sum + job.length, 0)
  let done = 0
  let first = 0
  return {
    tick(fraction) {
      tick?.(fraction)
      const running = jobs[first]
      if (running !== undefined) progress?.({ stage: running[0].label, counts: { done, all }, fraction })
    },
    done(place) {
      isDone[place] = true
      done += jobs[place].length
      while (isDone[first]) first++
    },
  }
}
