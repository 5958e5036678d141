import { isCandidateProblem } from '../decide/runs/candidate-problem.js'
import { limitedValues, measureRun } from '../limits/measure-run.js'
import { rolesOf } from '../bind/roles.js'
import { replicateRng, runSteps } from '../run/run.js'
import type { Task, TaskOutcome, Work } from './work.js'

/**
 * Runs the steps of a task once, and measures the run.
 *
 * @param work - Input that all tasks share.
 * @param task - The steps, and the number of the run.
 * @param tick - Receives the progress of the measurement, from 0 to 1.
 * @returns The measured values; the error if the steps cannot mask this file.
 */
export async function runTask(
  work: Work,
  { steps, replicate }: Task,
  tick: (fraction: number) => void,
): Promise<TaskOutcome> {
  const { registry, original, schema } = work
  const rng = replicateRng(work.rng, replicate)
  try {
    const { files } = await runSteps({ registry, original, schema, steps, rng, alike: true })
    const isThere = (name: string): boolean => files.every(({ data }) => data.names.includes(name))
    const measured = await measureRun({
      ...work,
      files,
      columns: work.columns.filter(isThere),
      given: work.given.filter(isThere),
      roles: rolesOf(original, schema),
      rng: rng.child('measure'),
      tick,
    })
    return { values: limitedValues(measured) }
  } catch (error) {
    if (!isCandidateProblem(error)) throw error
    return { values: new Map(), error: error.toJSON() }
  }
}
