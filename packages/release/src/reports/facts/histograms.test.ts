import { categorical, numeric } from '@sdc/core'
import { describe, expect, it } from 'vitest'
import { histogramOf, labelled } from './histograms.js'

const sum = (values: readonly number[] = []): number => values.reduce((a, b) => a + b, 0)

describe('histogramOf', () => {
  it('counts every record, and ends before a long tail, whose size it gives', () => {
    const values = Array.from({ length: 1000 }, (_, i) => (i < 990 ? i % 100 : 100_000 * (i - 980)))
    const found = histogramOf(numeric(values), numeric(values.map((v) => v / 2)))
    expect(found?.breaks).toHaveLength(21)
    expect(found?.leftOut).toMatch(/^records below 0 or above 98: 19 before, 10 after$/)
    expect(sum(found?.before)).toBe(981)
    expect(histogramOf(numeric(values))).toMatchObject({
      leftOut: '19 records below 0 or above 98',
      before: found?.before,
    })
    const plain = histogramOf(numeric([0, 1, 2.5, 4]), numeric([0, 1, 2, 4]))
    expect([plain?.leftOut, sum(plain?.before), sum(plain?.after)]).toEqual([undefined, 4, 4])
  })

  it('has one class about a constant, none for an empty column, and leaves out missing values', () => {
    const nothing = numeric([Number.NaN, Number.NaN])
    expect(histogramOf(nothing, nothing)).toBeUndefined()
    const constant = histogramOf(numeric([5, 5, 5]), numeric([5, 5, Number.NaN]))
    expect(constant).toMatchObject({ before: [3], after: [2] })
    const [low, high] = constant?.breaks ?? []
    expect(low).toBeLessThan(5)
    expect(high).toBeGreaterThan(5)
  })

  it('has a class for each of a few whole numbers', () => {
    expect(histogramOf(numeric([1, 1, 3]), numeric([1, 2, 3]))).toMatchObject({
      breaks: [0.5, 1.5, 2.5, 3.5],
      before: [2, 0, 1],
      after: [1, 1, 1],
    })
  })

  it('combines the rarest of many levels', () => {
    const labels = Array.from({ length: 5000 }, (_, i) => (i < 1000 ? 'often' : `level ${i}`))
    const found = histogramOf(categorical(labels), categorical(labels))
    expect(found?.levels).toHaveLength(12)
    expect([found?.levels?.[0], found?.levels?.[11]]).toEqual(['often', '3,990 other levels'])
    expect([found?.before[0], sum(found?.before)]).toEqual([1000, 5000])
  })
})

describe('labelled', () => {
  const labels = new Map([
    ['1', 'male'],
    ['2', 'female'],
  ])

  it('names levels, and classes of one whole number', () => {
    expect(labelled({ levels: ['2', '3'] }, labels).levels).toEqual(['2 female', '3'])
    expect(labelled({ breaks: [0.5, 1.5, 2.5], levels: undefined }, labels).levels).toEqual(['1 male', '2 female'])
  })

  it('leaves other pictures unchanged', () => {
    const wide = { breaks: [0, 10, 20] }
    expect(labelled(wide, labels)).toBe(wide)
    expect(labelled({ levels: ['2'] }, undefined)).toEqual({ levels: ['2'] })
  })
})
