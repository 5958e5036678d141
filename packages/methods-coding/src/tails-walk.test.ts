import { numeric } from '@sdc/core'
import { describe, expect, it } from 'vitest'
import { codeColumn, type TailOptions } from './code-column.js'
import { tailsWalk } from './tails-walk.js'

const sorted = Float64Array.from({ length: 1200 }, (_, i) => Math.floor((i * i) / 700) - 90)
const percents = { topPercent: 7, bottomPercent: 3, minimumTail: 3 }
const none = new Float64Array(0)
const noRecords = new Uint32Array(0)

describe('a walk that codes tails', () => {
  it.each<[string, TailOptions]>([
    ['by percent', { ...percents, replacement: 'threshold' }],
    ['by percent, means', { ...percents, replacement: 'tail-mean' }],
    ['by percent, medians', { ...percents, replacement: 'tail-median' }],
    ['the top only', { ...percents, bottomPercent: 0, replacement: 'tail-mean' }],
    ['the bottom only', { ...percents, topPercent: 0, replacement: 'tail-mean' }],
    ['by thresholds', { ...percents, top: 1500.5, bottom: -80, replacement: 'threshold' }],
    ['by thresholds, means', { ...percents, top: 1500.5, bottom: -80, replacement: 'tail-mean' }],
    ['beyond what there is', { ...percents, top: 9e9, bottom: -80, replacement: 'tail-median' }],
  ])('gives what the whole column gives, however it is cut: %s', (_, options) => {
    const place = { method: 'coding/top-bottom', column: 'x' }
    const whole = codeColumn(numeric(sorted), options, place)
    const expected = whole.column.kind === 'numeric' ? [...whole.column.values] : []
    for (const piece of [1, 77, sorted.length]) {
      const walk = tailsWalk({ ...place, count: sorted.length, options })
      const results: number[] = []
      for (let at = 0; at < sorted.length; at += piece)
        results.push(...walk.push(sorted.subarray(at, at + piece), none, noRecords))
      results.push(...walk.end())
      expect(results).toEqual(expected)
      expect(walk.findings?.().warnings).toEqual(whole.warnings.map((warning) => `column "x": ${warning}`))
    }
  })
})
