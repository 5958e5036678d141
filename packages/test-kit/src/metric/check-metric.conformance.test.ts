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
import { brokenOrders, soundDraws } from '../fixtures/broken-orders.fixture.js'
import { brokenParts } from '../fixtures/broken-parts.fixture.js'
import { brokenMetricPlans } from '../fixtures/broken-plans.fixture.js'
import { soundChanges, soundSampled } from '../fixtures/sound-plans.fixture.js'
import { partsRegistry, soundParts, soundSession, soundShare, soundUnique } from '../fixtures/sound-metrics.fixture.js'
import type { Check } from '../shared/check.js'
import { checkMetric } from './check-metric.js'
import { measureByPlan } from '@sdc/toolkit'

const sound = [
  loss,
  soundRisk,
  soundSums,
  soundShare,
  soundUnique,
  soundParts,
  soundSession,
  soundDraws,
  soundChanges,
  soundSampled,
] as Metric[]
const broken = [...brokenMetrics, ...brokenOrders, ...brokenParts, ...brokenMetricPlans]
const options = { registry: partsRegistry }

/** Checks of the sound metrics, made once for all tests. */
const soundChecks = new Map<Metric, Promise<Check[]>>()
function checksOf(metric: Metric): Promise<Check[]> {
  const checks = soundChecks.get(metric) ?? checkMetric(metric, options)
  soundChecks.set(metric, checks)
  return checks
}

describe('checkMetric', () => {
  it.each(sound)('finds no problem with $id (needsOrigin $needsOrigin)', async (metric) => {
    const checks = await checksOf(metric)
    expect(checks.filter(({ ok }) => !ok)).toEqual([])
    expect(checks.length).toBeGreaterThan(15)
  })

  it.each(broken)('finds a metric that %s', async (_what, metric, expected) => {
    const failed = (await checkMetric(metric, options)).filter(({ ok }) => !ok).map(({ name }) => name)
    expect(failed.sort()).toEqual(expected.map((key) => metricCheckNames[key]).sort())
  })

  it('has a broken metric for every check', async () => {
    const proved = new Set(broken.flatMap(([, , expected]) => expected.map((key): string => metricCheckNames[key])))
    const all = (await Promise.all(sound.map(checksOf))).flat()
    expect(all.map(({ name }) => name).filter((name) => !proved.has(name))).toEqual([])
  })

  it('names the registry that it needs to measure the parts', async () => {
    const [check] = (await checkMetric(soundParts as Metric)).filter(({ ok }) => !ok)
    expect(check.message).toMatch(/give the suite the registry that has them/)
  })

  it('permits a metric to refuse one of its options for these columns, but not to crash', async () => {
    const refusing = (error: Error): Metric =>
      measuring((input) => {
        if ((input.params as { power: string }).power === 'two') throw error
        return measureByPlan(loss, input)
      })
    const failed = async (metric: Metric): Promise<number> => (await checkMetric(metric)).filter(({ ok }) => !ok).length
    expect(await failed(refusing(new SdcError('BAD_PARAMETER', 'too few columns for that')))).toBe(0)
    expect(await failed(refusing(new TypeError('undefined is not a function')))).toBeGreaterThan(5)
  })

  it('reports the expectation and the result', async () => {
    const [check] = (await checkMetric({ ...loss, atIdentity: 1 })).filter(({ ok }) => !ok)
    expect(check.message).toBe('expected 1 for a file that nobody masked (atIdentity), got 0')
  })
})
