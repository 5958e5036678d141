import type { BreachRow } from '@sdc/tabular'
import { describe, expect, it } from 'vitest'
import { breachSentences } from './breach-sentences.js'

const row = (side: BreachRow['side'], asked: number, kept: number, more: Partial<BreachRow> = {}): BreachRow => ({
  cell: 'a=x',
  side,
  who: 'everybody',
  value: 20,
  required: asked,
  kept,
  help: 'suppress it',
  ...more,
})
const texts = (...rows: readonly BreachRow[]): string[] => breachSentences(rows).map(({ text }) => text)

describe('unkept levels', () => {
  it('are described in one sentence per cell and attacker', () => {
    expect(texts(row('above', 4, 0), row('below', 4, 1e-9))).toEqual([
      'everybody computes that a=x is 20; 16 to 24 must remain possible',
    ])
    expect(texts(row('above', 4, 1), row('below', 4, 3))).toEqual([
      'everybody computes that a=x is at least 17 and at most 21; 16 to 24 must remain possible',
    ])
    const alone = { who: 'the respondent who is alone in a=y' }
    expect(texts(row('above', 4, 0), row('above', 4, 1, alone))).toEqual([
      'everybody computes that a=x is at most 20; 24 must remain possible',
      'the respondent who is alone in a=y computes that a=x is at most 21; 24 must remain possible',
    ])
  })

  it('have no number if only the exact value must be hidden, and a width if that is required', () => {
    expect(texts(row('width', 0.002, 0))).toEqual(['everybody computes that a=x is 20'])
    expect(texts(row('width', 8, 3))).toEqual(['everybody computes a=x to within 3; 8 is asked'])
  })
})
