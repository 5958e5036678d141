import { describe, expect, it } from 'vitest'
import { barsOf, boundsOf, edgeScale, outlineOf } from './bar-shapes.js'
import { curveOf, moveAt, moveScales } from './move-curves.js'
import { plainScale, ticksAcross } from './tick-room.js'

describe('bars', () => {
  const place = { across: (bound: number) => bound * 10, up: (count: number) => 100 - count }

  it('are between the bounds of their classes, or next to each other', () => {
    expect(barsOf({ breaks: [0, 1, 4], counts: [5, 7] }, place)).toEqual([
      { left: 0, right: 10, top: 95 },
      { left: 10, right: 40, top: 93 },
    ])
    expect(boundsOf({ levels: ['a', 'b'], counts: [1, 2] })).toEqual([0, 1, 2])
  })

  it('have an outline that returns to the ground', () => {
    expect(outlineOf(barsOf({ breaks: [0, 1, 4], counts: [5, 7] }, place), 100)).toBe('M0 100L0 95H10L10 93H40V100')
    expect(outlineOf([], 100)).toBe('')
  })

  it('have the dates of their bounds below them, as many as fit', () => {
    const edges = ['1970-01-01', '1970-02-01', '1970-03-01', '1970-04-01', '1970-05-01']
    const dates = { breaks: [0, 31, 59, 90, 120], edges, counts: [5, 7, 1, 2] }
    const texts = (width: number): string[] =>
      ticksAcross(edgeScale(dates, plainScale([0, 120], [0, width]), 12), 12).map(({ text }) => text)
    // A text at an end would exceed the chart, or touch the next.
    expect(texts(600)).toEqual(edges.slice(1, 4))
    expect(texts(200)).toEqual(['1970-02-01', '1970-04-01'])
  })
})

describe('moves', () => {
  it('are interpolated at a share of the records', () => {
    expect([moveAt([0, 10, 40], 0.5), moveAt([0, 10, 40], 0.75), moveAt([], 0.5)]).toEqual([10, 25, 0])
  })

  it('fill the whole width, with the farthest at the top', () => {
    const column = { name: 'AGI', moves: [0, 10, 40] }
    const { x, y } = moveScales([column], [30, 130], [100, 20])
    expect(curveOf(column, x, y)).toBe('M30 100L80 80L130 20')
  })
})
