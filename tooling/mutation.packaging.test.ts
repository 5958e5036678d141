import { describe, expect, it } from 'vitest'
import { mutantsOf, sampleOf } from './mutation/mutants.mjs'
import { nearestFirst } from './mutation/nearest.mjs'

function mutated(source: string): string[] {
  return mutantsOf(source).map(({ start, end, text }) => source.slice(0, start) + text + source.slice(end))
}

describe('mutantsOf', () => {
  it.each([
    ['a + b', ['a - b']],
    ['x *= -y', ['x /= -y', 'x *= y']],
    ['d <= limit', ['d < limit']],
    ['a === b || !c', ['a !== b || !c', 'a === b && !c', 'a === b || c']],
    ['values[n - 1]', ['values[n + 1]', 'values[n - 2]']],
    ["rng.child('noise').uniform()", ['rng.uniform()']],
    ['Math.max(a, b)', ['Math.min(a, b)']],
    ['if (tied) count++', ['if (false) count++']],
  ])('makes the faults of %s', (source, expected) => {
    expect(mutated(source)).toEqual(expected)
  })

  it.each([
    "'a' + name",
    'throw new SdcError(CODE, `needs ${n + 1} records`)',
    'const error = new RangeError(text(n - 1))',
    'if (i === 0) tick(i / n)',
    'const share = z.number().min(0).max(1)',
    'type Ends = [0, 1]',
    'const far = 1e15',
    "import { a } from './a.js'",
  ])('skips code that no test should cover: %s', (source) => {
    expect(mutated(source)).toEqual([])
  })

  it('gives the line and the original text', () => {
    expect(mutantsOf('const a = 1.5\nconst b = a - c')).toEqual([
      { start: 26, end: 27, text: '+', operator: 'sign', line: 2, was: '-' },
    ])
  })
})

describe('sampleOf', () => {
  it('returns the requested number in order, or all', () => {
    const all = [1, 2, 3, 4, 5, 6]
    expect(sampleOf(all, 3, () => 0.5)).toHaveLength(3)
    expect(sampleOf(all, 9, () => 0.99)).toEqual(all)
    let state = 0.1
    const taken = sampleOf(all, 4, () => (state = (state * 7.3) % 1))
    expect(taken).toEqual([...taken].sort())
    expect(new Set(taken).size).toBe(4)
  })
})

describe('nearestFirst', () => {
  it('begins with the test of the same name, then those that import the file, then its neighbours', () => {
    const texts: Readonly<Record<string, string>> = {
      'src/a/far.test.ts': "import { other } from './far.js'",
      'src/b/user.test.ts': "import { one } from '../a/one.js'",
      'src/b/one.soak.test.ts': '',
      'src/a/two.test.ts': "import { two } from './two.js'",
      'src/b/none.test.ts': "import { one } from './one.json'",
    }
    expect(nearestFirst(Object.keys(texts), 'src/a/one.ts', (test) => texts[test])).toEqual([
      'src/b/one.soak.test.ts',
      'src/b/user.test.ts',
      'src/a/far.test.ts',
      'src/a/two.test.ts',
      'src/b/none.test.ts',
    ])
  })
})
