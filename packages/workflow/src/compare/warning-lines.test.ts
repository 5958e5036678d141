import { describe, expect, it } from 'vitest'
import type { Comparison } from '@sdc/engine'
import { warningLines } from './warning-lines.js'

const lines = (labels: readonly string[], warnings: readonly string[]): string[] =>
  warningLines({ rows: labels.map((label) => ({ label })) as unknown as Comparison['rows'], warnings }, '--json')

describe('the warnings of a comparison', () => {
  it('are a line a kind, with how many candidates and the first of them', () => {
    const labels = ['a k=3', 'a k=3 + map', 'a k=5', 'b']
    const warnings = labels.map((label, i) => `${label}: column "x": ${i + 3} values were cut`)
    expect(lines(labels, [...warnings, 'b: it makes 3 files'])).toEqual([
      'warning: 4 candidates (a k=3; a k=3 + map and 2 more; all in --json): column "x": 3 values were cut',
      'warning: b: it makes 3 files',
    ])
  })

  it('keep apart what is of another kind, and what names no candidate', () => {
    expect(lines(['a', 'b'], ['a: one thing', 'b: another', 'of the file', 'of the file'])).toEqual([
      'warning: a: one thing',
      'warning: b: another',
      'warning: of the file',
    ])
  })
})
