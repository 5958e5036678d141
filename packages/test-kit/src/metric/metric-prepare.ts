import type { PrepareInput } from '@sdc/core'
import { runCheck, type Check } from '../shared/check.js'
import { sameMeasurement, shown } from './metric-files.js'
import { copyPair, measure, overMetricCases, pairOf, prepare, type MetricSubject, type Pair } from './run-metric.js'

const allowed: readonly (keyof PrepareInput<unknown>)[] = ['original', 'columns', 'given', 'roles', 'params', 'tick']

/** Checks work on the original that is done once for all masked files: it may save time, but not change the value. */
export async function prepareChecks(subject: MetricSubject): Promise<Check[]> {
  const { metric, scenario } = subject
  if (!metric.prepare) return []
  const pairs = [pairOf(scenario)]
  return [
    await runCheck(metric.id, 'it prepares from the original alone', () =>
      overMetricCases(subject, pairs, (params, pair) => Promise.resolve(readProblems(subject, pair, params))),
    ),
    await runCheck(metric.id, 'its prepared data change no value and serve every masked file', () =>
      overMetricCases(subject, pairs, (params, pair) => valueProblems(subject, pair, params)),
    ),
  ]
}

/** Other inputs would exist in a test, but not in a comparison of other files. */
function readProblems({ metric }: MetricSubject, pair: Pair, params: unknown): string[] {
  const read = new Set<string>()
  const { original, columns, given, roles } = copyPair(pair)
  const input: PrepareInput<unknown> = { original, columns, given, roles, params, tick: () => {} }
  const watched = new Proxy(input, {
    get(target, name, receiver): unknown {
      if (typeof name === 'string' && !allowed.some((one) => one === name)) read.add(name)
      return Reflect.get(target, name, receiver)
    },
  })
  try {
    metric.prepare?.(watched)
  } catch (error) {
    if (read.size === 0) throw error
  }
  return [...read].map((name) => `expected prepare to work without ${name}, it was asked for`)
}

async function valueProblems(subject: MetricSubject, pair: Pair, params: unknown): Promise<string[]> {
  const other: Pair = pairOf(subject.scenario, 2)
  const prepared = { value: prepare(subject.metric, copyPair(pair), structuredClone(params)) }
  const problems: string[] = []
  for (const [what, one] of [
    ['a masked file', pair],
    ['a second one', other],
    ['the first again', pair],
  ] as const) {
    const without = await measure(subject, one, params, { prepared: { value: undefined } })
    const served = await measure(subject, one, params, { prepared })
    if (!sameMeasurement(without, served))
      problems.push(
        `expected ${what} to have the same value with what was prepared, got ${shown(served)} not ${shown(without)}`,
      )
  }
  return problems
}
