import { textsOf } from '@sdc/core'
import { describe, expect, it } from 'vitest'
import { groupedWarnings } from './grouped-warnings.js'

/** Returns the texts of the grouped warnings. */
function grouped(...input: Parameters<typeof groupedWarnings>): string[] {
  return textsOf(groupedWarnings(...input), 'warning')
}

const labels = ['a/b k = 3', 'a/b k = 3 + map', 'a/b k = 5', 'c/d']

describe('groupedWarnings', () => {
  it('returns a line per kind, with the number of candidates and the first of them', () => {
    const warnings = labels.map((label, i) => `${label}: column "x": ${i + 3} values were cut`)
    expect(grouped([...warnings, 'c/d: it makes 3 files'], { labels, details: '--json' })).toEqual([
      '3 to 6 values were cut: 4 candidates (a/b k = 3; a/b k = 3 + map and 2 more; all in --json)',
      'c/d: it makes 3 files',
    ])
  })

  it('takes warnings as one kind if they are equal up to the first colon, apart from names and numbers', () => {
    const warnings = [
      'a/b k = 3: negative values in columns that had none: income (3), tax (4)',
      'a/b k = 5: negative values in columns that had none: income (1)',
    ]
    expect(grouped(warnings, { labels, details: 'x.json' })).toEqual([
      'negative values in columns that had none: 2 candidates (a/b k = 3; a/b k = 5; all in x.json)',
    ])
  })

  it('groups by column in a run, quoted or not, and keeps the advice', () => {
    const missing = ['income', 'tax', 'age'].map((name, i) => `column "${name}": ${i + 1} missing values stay missing`)
    const same = ['income', 'tax'].map((name) => `noise/additive: ${name} stayed unchanged by chance: with 3 records`)
    expect(grouped([...missing, ...same], { names: ['income', 'tax', 'age'] })).toEqual([
      '1 to 3 missing values stay missing: 3 columns ("income"; "tax" and 1 more)',
      'noise/additive: income stayed unchanged by chance: with 3 records (and 1 more of this kind)',
    ])
  })

  it('keeps different kinds apart, and prints repeated warnings once', () => {
    expect(grouped(['a/b k = 3: one thing', 'c/d: another', 'of the file', 'of the file'], { labels })).toEqual([
      'a/b k = 3: one thing',
      'c/d: another',
      'of the file',
    ])
  })
})
