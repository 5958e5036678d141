/** How long a job of Slurm is to take, in seconds: starting one takes a second or more. */
export const USUAL_JOB = 60

/** As many as an array has where nobody set its size: `MaxArraySize` is 1001, and 0 counts. */
const MOST = 1000

/**
 * Cuts tasks into runs of neighbours, one for each job of an array, so that a job takes about so long and nobody who may work stands
 * idle.
 *
 * @param tasks - The tasks.
 * @param cut - How many jobs may run at a time, what a task takes, and what a job is to take, in seconds.
 * @returns The tasks of each job; they differ by one at most in how many they are.
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
