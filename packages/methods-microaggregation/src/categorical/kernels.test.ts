import { categorical, numeric } from '@sdc/core'
import { describe, expect, it } from 'vitest'
import { asNumbers, columnDistance, mixedColumn } from './mixed-columns.js'
import { recordsByLabel } from './records-by-label.js'
import { lowerMedian, plurality, representatives } from './representatives.js'

describe('recordsByLabel', () => {
  it('lists the records of each label', () => {
    const { records: placed, starts } = recordsByLabel(Uint32Array.of(2, 0, 2), 4)
    expect([[...placed], [...starts]]).toEqual([
      [1, 0, 2],
      [0, 1, 1, 3, 3],
    ])
  })
})

describe('representatives', () => {
  it('count the most frequent code, the lowest of several, and the lower median', () => {
    expect([[2, 3, 3], [3, 3, 1], [0, 0, 1], [1]].map((counts) => plurality(Uint32Array.from(counts)))).toEqual([
      1, 0, 2, 0,
    ])
    const median = (...counts: number[]): number =>
      lowerMedian(
        Uint32Array.from(counts),
        counts.reduce((a, b) => a + b, 0),
      )
    expect([median(1, 1), median(1, 2), median(2, 1), median(0, 0, 5), median(2, 0, 2), median(1, 1, 1)]).toEqual([
      0, 1, 0, 2, 0, 1,
    ])
  })

  it('are chosen in order among those with the same claim', () => {
    const labels = Uint32Array.of(0, 0, 1, 1, 1, 2, 2)
    const levels = ['a', 'b', 'c', 'd']
    const column = categorical(['d', 'a', 'c', 'b', 'c', 'a', 'd'], levels)
    const asked: [readonly number[], number][] = []
    const last = (codes: readonly number[], group: number): number => {
      asked.push([codes, group])
      return codes[codes.length - 1]
    }
    const made = representatives(column, labels, last)
    expect(made).toMatchObject({ codes: Int32Array.of(3, 3, 2, 2, 2, 3, 3) })
    expect(asked).toEqual([
      [[0, 3], 0],
      [[0, 3], 2],
    ])
    // Ordered: the two middle ones of an even group, not what lies between them.
    asked.length = 0
    const ordered = categorical(['d', 'a', 'c', 'b', 'c', 'b', 'b'], levels)
    const byMedian = representatives({ ...ordered, ordered: true }, labels, last)
    expect(byMedian).toMatchObject({ codes: Int32Array.of(3, 3, 2, 2, 2, 1, 1) })
    expect(asked).toEqual([[[0, 3], 0]])
    expect(representatives(numeric([1, 3, 5, 6, 7, 0, 1]), labels, last)).toEqual(numeric([2, 2, 6, 6, 6, 0.5, 0.5]))
  })
})

describe('the columns of a mixed distance', () => {
  const ordered = { ...categorical(['a', 'c', 'b', null], ['a', 'b', 'c']), ordered: true }

  it('are 0 to 1 apart', () => {
    expect(mixedColumn(ordered)).toMatchObject({ scale: 'ordered', unit: 0.5, levels: 3 })
    expect(mixedColumn(categorical(['a']))).toMatchObject({ scale: 'nominal', unit: 1, levels: 1 })
    expect(mixedColumn(numeric([3, 7, 5]))).toEqual({
      scale: 'numeric',
      values: Float64Array.of(0, 1, 0.5),
      unit: 1,
      levels: 0,
    })
    expect([...mixedColumn(numeric([4, 4])).values]).toEqual([0, 0])
    expect(columnDistance(ordered)(0, 2)).toBe(1)
    expect(columnDistance(ordered)(2, 1)).toBe(0.5)
    expect([columnDistance(categorical(['a', 'b']))(0, 1), columnDistance(categorical(['a', 'b']))(1, 1)]).toEqual([
      1, 0,
    ])
    expect(columnDistance(numeric([3, 7, 5]))(3, 6)).toBe(0.75)
    expect(columnDistance(numeric([4, 4]))(4, 4)).toBe(0)
  })

  it('are numbers, NaN if missing', () => {
    expect([...asNumbers(ordered)]).toEqual([0, 2, 1, Number.NaN])
    expect([...asNumbers(numeric([3, 7]))]).toEqual([3, 7])
  })
})
