import { runCheck, type Check } from '../shared/check.js'
import { frames, overCases, run, type MethodSubject } from './run/run-method.js'
import { secondRun } from './run/second-run.js'

/**
 * Checks `tick`, which reports progress and cancels. A method that never calls it can neither be checked nor stopped.
 */
export async function tickChecks(subject: MethodSubject): Promise<Check[]> {
  const { method } = subject
  const on = frames(method).slice(0, 1)
  return [
    await runCheck(method.id, 'progress is a number from 0 to 1', () =>
      overCases(subject, on, async (params, one) => {
        const { outside } = await secondRun(method, one, params)
        return outside.slice(0, 1).map((fraction) => `expected tick to get a number from 0 to 1, got ${fraction}`)
      }),
    ),
    await runCheck(method.id, 'a run that is stopped from outside ends', () =>
      overCases(subject, on, async (params, one) => {
        const stop = new Error('stopped')
        let ticked = false
        try {
          await run(method, one, params, {
            tick() {
              ticked = true
              throw stop
            },
          })
        } catch (error) {
          if (error === stop) return []
          throw error
        }
        return ticked ? ['expected the error thrown by tick to end the run, the run went on'] : []
      }),
    ),
  ]
}
