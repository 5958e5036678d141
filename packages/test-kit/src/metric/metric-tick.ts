import { runCheck, type Check } from '../shared/check.js'
import { measure, pairOf, type MetricSubject } from './run-metric.js'

export async function metricTickChecks(subject: MetricSubject): Promise<Check[]> {
  const { metric, scenario, cases } = subject
  const pair = pairOf(scenario)
  const { params } = cases[0]
  return [
    await runCheck(metric.id, 'progress is a number from 0 to 1', async () => {
      const outside: number[] = []
      const tick = (fraction: number): void => {
        if (!(fraction >= 0 && fraction <= 1)) outside.push(fraction)
      }
      await measure(subject, pair, params, { tick })
      return outside.slice(0, 1).map((fraction) => `expected tick to get a number from 0 to 1, got ${fraction}`)
    }),
    await runCheck(metric.id, 'a run that is stopped from outside ends', async () => {
      const stop = new Error('stopped')
      let ticked = false
      const tick = (): never => {
        ticked = true
        throw stop
      }
      try {
        await measure(subject, pair, params, { tick })
      } catch (error) {
        if (error === stop) return []
        throw error
      }
      return ticked ? ['expected the error thrown by tick to end the run, the run went on'] : []
    }),
  ]
}
