import { SdcError, type Metric } from '@sdc/core'
import { describe, expect, it } from 'vitest'
import {
  brokenMetrics,
  loss,
  measuring,
  metricCheckNames,
  soundRisk,
  soundSums,
} from '../fixtures/broken-metrics.fixture.js'
import { checkMetric } from './check-metric.js'

describe('checkMetric', () => {
  it.each([loss, soundRisk, soundSums])('finds nothing wrong with $id (needsOrigin $needsOrigin)', async (metric) => {
    const checks = await checkMetric(metric)
    expect(checks.filter(({ ok }) => !ok)).toEqual([])
    expect(checks.length).toBeGreaterThan(15)
  })

  it.each(brokenMetrics)('finds a metric that %s', async (_what, metric, expected) => {
    const failed = (await checkMetric(metric)).filter(({ ok }) => !ok).map(({ name }) => name)
    expect(failed.sort()).toEqual(expected.map((key) => metricCheckNames[key]).sort())
  })

  it('has a broken metric for every check', async () => {
    const proved = new Set(
      brokenMetrics.flatMap(([, , expected]) => expected.map((key): string => metricCheckNames[key])),
    )
    const all = (await Promise.all([loss, soundRisk, soundSums].map(checkMetric))).flat()
    expect(all.map(({ name }) => name).filter((name) => !proved.has(name))).toEqual([])
  })

  it('measures categorical columns where a metric takes no others', async () => {
    const share: Metric = {
      ...loss,
      range: [0, 1],
      measure({ original, masked, origin, columns }) {
        let [used, moved] = [0, 0]
        for (const name of columns) {
          const [x, y] = [original.column(name), masked.column(name)]
          if (x.kind === 'numeric' || y.kind === 'numeric')
            return { value: null, reason: `${name} is numeric`, used: 0 }
          for (let i = 0; i < masked.rows; i++) {
            if (origin[i] < 0 || y.codes[i] < 0 || x.codes[origin[i]] < 0) continue
            used++
            if (y.codes[i] !== x.codes[origin[i]]) moved++
          }
        }
        return used === 0
          ? { value: null, reason: 'no pair of values can be compared', used }
          : { value: moved / used, used }
      },
    }
    expect((await checkMetric(share)).filter(({ ok }) => !ok)).toEqual([])
  })

  it('lets a metric refuse one of its options for these columns, but not crash', async () => {
    const refusing = (error: Error): Metric =>
      measuring((input) => {
        if ((input.params as { power: string }).power === 'two') throw error
        return loss.measure(input)
      })
    const failed = async (metric: Metric): Promise<number> => (await checkMetric(metric)).filter(({ ok }) => !ok).length
    expect(await failed(refusing(new SdcError('BAD_PARAMETER', 'too few columns for that')))).toBe(0)
    expect(await failed(refusing(new TypeError('undefined is not a function')))).toBeGreaterThan(5)
  })

  it('says what was expected and what came', async () => {
    const [check] = (await checkMetric({ ...loss, atIdentity: 1 })).filter(({ ok }) => !ok)
    expect(check.message).toBe('expected 1 for a file that nobody masked (atIdentity), got 0')
  })
})
