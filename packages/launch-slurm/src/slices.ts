/** Target length of a job of Slurm, in seconds: starting one takes a second or more. */
export const USUAL_JOB = 60

/** Largest number of jobs of an array by default: `MaxArraySize` is 1001, and 0 counts. */
const MOST = 1000

/**
 * Divides tasks into runs of neighbours, one for each job of an array, so that a job takes about the target length and
 * no worker stands idle.
 *
 * @param tasks - The tasks.
 * @param cut - Largest number of running jobs, seconds of a task, and target length of a job in seconds.
 * @returns The tasks of each job; their numbers differ by at most one.
 */
export function slicesOf<T>(
  tasks: readonly T[],
  { width, each, job }: { readonly width: number; readonly each: number; readonly job: number },
): readonly (readonly T[])[] {
  const wished = Math.ceil((tasks.length * each) / job)
  const count = Math.min(MOST, tasks.length, Math.max(width, wished))
  return Array.from({ length: count }, (_, s) =>
    tasks.slice(Math.floor((s * tasks.length) / count), Math.floor(((s + 1) * tasks.length) / count)),
  )
}
