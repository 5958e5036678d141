import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { levelLabel, levelParts } from './level-label.js'

describe('levelLabel', () => {
  it.each([
    [['north'], 'north'],
    [[null], '(missing)'],
    [['(missing)'], '\\(missing)'],
    [['a | b'], 'a | b'],
    [['north', 'f'], 'north | f'],
    [['north', null], 'north | (missing)'],
    [['a | b', 'c\\'], 'a \\| b | c\\\\'],
    [['NA', ''], 'NA | '],
  ])('%j is %s', (parts, label) => {
    expect(levelLabel(parts)).toBe(label)
    expect(levelParts(label, parts.length)).toEqual(parts)
  })

  it('is parsed back for any names of categories', () => {
    const part = fc.option(fc.stringMatching(/^[ab |\\]*(\(missing\))?$/))
    fc.assert(
      fc.property(fc.array(part, { minLength: 1, maxLength: 4 }), (parts) => {
        expect(levelParts(levelLabel(parts), parts.length)).toEqual(parts)
      }),
    )
  })

  it('is refused for another number of variables', () => {
    expect(levelParts('north | f', 3)).toBeUndefined()
    expect(levelParts('north', 2)).toBeUndefined()
  })
})
