import { categorical, dataset, measureInput, numeric, type Dataset, type Measurement } from '@sdc/core'
import { describe, expect, it } from 'vitest'
import { tableColumn } from '../testing/run.fixture.js'
import { combinedParts } from './combined-parts.js'
import { mixedMeanMetric } from './mixed-mean.js'
import { mixedWorstMetric } from './mixed-worst.js'
import type { MixedParams } from './mixed-parts.js'
import { measureByPlan } from '@sdc/toolkit'

const params = { numbers: { use: 'x' }, categories: { use: 'y' } } as unknown as MixedParams

/** Returns three columns of numbers and one of categories, or those of them that are named. */
function file(names: readonly string[]): Dataset {
  return dataset(names.map((name) => [name, name === 'c' ? categorical(['a', 'b']) : numeric([1, 2])] as const))
}

async function measured(
  metric: typeof mixedMeanMetric,
  names: readonly string[],
  parts: Readonly<Record<string, Measurement>>,
): Promise<Measurement> {
  const data = file(names)
  return measureByPlan(metric, { ...measureInput(data, data, { params }), parts: new Map(Object.entries(parts)) })
}

const both = { numbers: { value: 8, used: 20 }, categories: { value: 40, used: 12 } }

describe('a mixed file', () => {
  it('has the mean of the losses of its columns, and the greater of the risks of its parts', async () => {
    const names = ['n1', 'n2', 'n3', 'c']
    const mean = await measured(mixedMeanMetric, names, both)
    // Three columns at 8 and one at 40.
    expect(mean.value).toBe(16)
    expect(mean.used).toBe(12)
    expect(tableColumn(mean, 'components', 'percent')).toEqual([8, 40])
    expect(tableColumn(mean, 'components', 'columns')).toEqual([3, 1])
    expect(mean.warnings).toBeUndefined()
    expect((await measured(mixedWorstMetric, names, both)).value).toBe(40)
    const swapped = { numbers: both.categories, categories: both.numbers }
    expect((await measured(mixedWorstMetric, names, swapped)).value).toBe(40)
    expect((await measured(mixedMeanMetric, names, swapped)).value).toBe(32)
  })

  it('is measured by one part if it has only one', async () => {
    for (const metric of [mixedMeanMetric, mixedWorstMetric]) {
      const numbers = await measured(metric, ['n1', 'n2'], both)
      expect(numbers).toMatchObject({ value: 8, used: 20 })
      expect(tableColumn(numbers, 'components', 'columns')).toEqual([2])
      expect(await measured(metric, ['c'], both)).toMatchObject({ value: 40, used: 12 })
    }
  })

  it('has no value, with the reason, if one of its parts has none', async () => {
    const lost = { ...both, categories: { value: null, reason: 'no keys', used: 0 } }
    for (const metric of [mixedMeanMetric, mixedWorstMetric]) {
      expect(await measured(metric, ['n1', 'c'], lost)).toMatchObject({
        value: null,
        reason: 'categories: no keys',
        used: 0,
      })
      expect(await measured(metric, ['n1', 'c'], {})).toMatchObject({
        value: null,
        reason: 'numbers: not measured; categories: not measured',
        used: 0,
      })
      // A part that it does not have is not needed.
      expect((await measured(metric, ['n1'], lost)).value).toBe(8)
    }
  })

  it('has the warnings of its parts, each once', async () => {
    const warned = {
      numbers: { ...both.numbers, warnings: ['one', 'two'] },
      categories: { ...both.categories, warnings: ['two'] },
    }
    expect((await measured(mixedWorstMetric, ['n1', 'c'], warned)).warnings).toEqual(['one', 'two'])
    expect((await measured(mixedWorstMetric, ['c'], warned)).warnings).toEqual(['two'])
  })
})

describe('combinedParts', () => {
  const part = (value: number | null, used: number, more: Partial<Measurement> = {}): Measurement => ({
    value,
    used,
    ...more,
  })

  it('is the weighted sum, with the count of one part and the warnings of all', () => {
    const parts = new Map([
      ['A', part(10, 4, { warnings: ['w'] })],
      ['B', part(40, 7, { warnings: ['w', 'v'] })],
    ])
    const combined = combinedParts(parts, { A: 0.5, B: 0.25 }, 'B')
    expect(combined).toMatchObject({ value: 15, used: 7, warnings: ['w', 'v'] })
    expect(tableColumn(combined, 'components', 'weight')).toEqual([0.5, 0.25])
    expect(tableColumn(combined, 'components', 'used')).toEqual([4, 7])
    expect(combined.tables?.get('components')?.names).not.toContain('standard error')
  })

  it('has the standard error of a part that uses a sample', () => {
    const parts = new Map([
      ['A', part(10, 4)],
      ['B', part(40, 7, { sample: { of: 90, drawn: 7, standardError: 0.4 } })],
    ])
    expect(tableColumn(combinedParts(parts, { A: 1, B: 1 }, 'B'), 'components', 'standard error')).toEqual([0, 0.4])
  })

  it('is null if a part is, with each reason once, by the part’s name', () => {
    const parts = new Map([
      ['A', part(null, 0, { reason: 'no link' })],
      ['B', part(40, 7)],
      ['C', part(null, 0, { reason: 'no key' })],
    ])
    const combined = combinedParts(parts, { A: 1, B: 1, C: 1 }, 'B')
    expect(combined).toMatchObject({ value: null, reason: 'A: no link; C: no key', used: 7 })
    expect(combined.warnings).toBeUndefined()
    expect(() => combinedParts(parts, { A: 1, D: 1 }, 'A')).toThrow('the part D was not measured')
  })
})
