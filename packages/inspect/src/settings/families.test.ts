import { messageText } from '@sdc/core'
import { describe, expect, it } from 'vitest'
import { registry } from '../in-memory.fixture.js'
import { areMetricIds, metricIds, namedMethods } from './families.js'

describe('families of metrics', () => {
  it('include the quick metrics; `all` includes everything', () => {
    const { ids, messages } = metricIds(registry, ['risk', 'loss/il1s']) ?? { ids: [], messages: [] }
    expect(ids).toContain('risk/dld')
    expect(ids).toContain('loss/il1s')
    for (const id of ids.filter((one) => one !== 'loss/il1s')) {
      const { kind, costly } = registry.get('metrics', id)
      expect({ id, kind, costly: costly ?? false }).toEqual({ id, kind: 'risk', costly: false })
    }
    expect(messages.map(messageText)).toEqual([expect.stringMatching(/left out.*risk\/max-knowledge.*metrics: all/)])
    expect(metricIds(registry, ['all'])?.ids).toHaveLength(registry.all('metrics').length)
    expect(metricIds(registry, undefined)).toBeUndefined()
    // A metric given by its id is measured at any cost.
    expect(metricIds(registry, ['risk', 'risk/max-knowledge'])?.ids).toContain('risk/max-knowledge')
  })

  it('suggest a similar name if they are unknown', () => {
    expect(() => metricIds(registry, ['risks'])).toThrow(
      expect.objectContaining({
        code: 'UNKNOWN_METRIC',
        fix: expect.stringMatching(/Did you mean risk\? Families: all, loss/),
      }),
    )
    expect(() => metricIds(registry, ['noise/additive'])).toThrow(/is a method, not a metric/)
    expect(areMetricIds(registry, ['risk/dld'])).toBe(true)
    expect(areMetricIds(registry, ['risk/dld', 'loss'])).toBe(false)
  })
})

describe('families of methods', () => {
  it('are refused if there is none', () => {
    expect(() => namedMethods(registry, ['microagregation'])).toThrow(
      expect.objectContaining({
        code: 'UNKNOWN_METHOD',
        fix: expect.stringMatching(/^Did you mean microaggregation\?/),
      }),
    )
  })
})
