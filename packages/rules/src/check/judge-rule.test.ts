import fc from 'fast-check'
import { expect, it } from 'vitest'
import { categorical, dataset, numeric } from '@sdc/core'
import { bindRules } from '../bind/bind-rules.js'
import { parseRule } from '../text/parse-rule.js'
import { brokenRecords } from './judge-rule.js'
import { brokenOfTotals, brokenTotals } from './broken-in-file.js'
import { rulesThatHold } from './rules-that-hold.js'

const data = dataset([
  ['age', numeric([10, 40, 12, Number.NaN, 80])],
  ['married', categorical(['no', 'yes', 'yes', 'no', null])],
  ['education', categorical(['low', 'high', 'mid', 'low', null], ['low', 'mid', 'high'])],
  ['code', categorical(['1', '2', '3', 'x', null])],
  ['admission', numeric([18262, 18263, 18264, 18265, Number.NaN])],
])
const times = new Map([['admission', 'date' as const]])

const found = (text: string): [broken: number[], notJudged: number] => {
  const [rule] = bindRules([parseRule(text)], data, times)
  const { records, broken, notJudged } = brokenRecords(rule, data)
  const rows = [...records.keys()].filter((i) => records[i] === 1)
  expect(rows).toHaveLength(broken)
  return [rows, notJudged]
}

it.each<[text: string, broken: number[], notJudged: number]>([
  ['if age < 15 then married = "no"', [2], 0],
  ['age <= 40', [4], 1],
  ['age in {10, 12}', [1, 4], 1],
  ['married != "no"', [0, 3], 1],
  ['married in {no}', [1, 2], 1],
  ['education >= "mid"', [0, 3], 1],
  ['education < "high"', [1], 1],
  ['code = 2', [0, 2, 3], 1],
  ['code != 2', [1], 1],
  ['code >= 2', [0, 3], 1],
  ['2 * code < 5', [2, 3], 1],
  ['admission >= "2020-01-02"', [0], 1],
  ['admission in {"2020-01-01", "2020-01-02"}', [2, 3], 1],
  ['age is missing or married is missing', [0, 1, 2], 0],
  ['if married is missing then age >= 80', [], 0],
  ['if not age < 15 then married = "yes"', [], 2],
  ['age = 3 and married = "x"', [0, 1, 2, 3, 4], 0],
])('judges %s', (text, broken, notJudged) => {
  expect(found(text)).toEqual([broken, notJudged])
})

it('refuses comparisons that do not fit the kind of a column, and unknown columns', () => {
  expect(() => found('age = "old"')).toThrow('the column "age" is numeric, but "old" is not a number')
  expect(() => found('married = 1')).toThrow('the column "married" is categorical: its values are no, yes')
  expect(() => found('age = code + 1')).toThrow('"code" is categorical')
  expect(() => found('married > "no"')).toThrow('have no order')
  expect(() => found('education > "midd"')).toThrow('has no level "midd"')
  expect(() => found('admission > "2020-02-30"')).toThrow('"2020-02-30" is not a date')
  expect(() => found('agee > 3')).toThrow('there is no column "agee", which the rule "agee > 3" names')
})

it('names texts that do not occur in the file', () => {
  const [rule] = bindRules([parseRule('married in {no, No} or married = "maybe"')], data)
  expect(rule.unknownTexts.map(({ text }) => text)).toEqual(['No', 'maybe'])
})

it('does not judge classes of a recoding, nor columns whose kind has changed', () => {
  const masked = dataset([
    ['age', categorical(['[0, 40)', '[40, 80]'])],
    ['married', categorical(['*', 'yes'])],
  ])
  const rules = bindRules([parseRule('age >= 0'), parseRule('married = "no"')], data)
  expect(brokenOfTotals(brokenTotals(rules, masked))).toEqual({
    records: 2,
    broken: 1,
    byRule: [
      { broken: 0, notJudged: 2, records: 2 },
      { broken: 1, notJudged: 1, records: 2 },
    ],
  })
})

it('treats equal sums of cents as equal, and a cent in a million or a second in 1e9 as a difference', () => {
  const cents = fc.array(fc.integer({ min: -1e9, max: 1e9 }), { minLength: 2, maxLength: 12 })
  const rule = (terms: number): string => `total = ${Array.from({ length: terms }, (_, j) => `c${j}`).join(' + ')}`
  fc.assert(
    fc.property(cents, (parts) => {
      const whole = parts.reduce((sum, part) => sum + part, 0)
      const columns = parts.map((part, j) => [`c${j}`, numeric([part / 100, part / 100])] as const)
      const file = dataset([['total', numeric([whole / 100, (whole + 1) / 100])], ...columns])
      const [bound] = bindRules([parseRule(rule(parts.length))], file)
      expect([...brokenRecords(bound, file).records]).toEqual([0, 1])
    }),
  )
  const seconds = dataset([
    ['end', numeric([1.7e9 + 1])],
    ['start', numeric([1.7e9])],
  ])
  expect(brokenRecords(bindRules([parseRule('end <= start')], seconds)[0], seconds).broken).toBe(1)
})

it('leaves out rules that more than 0.1 % of the judged records break', () => {
  const rules = bindRules([parseRule('age > 0'), parseRule('age > 1')], data)
  const { kept, left } = rulesThatHold(rules, [
    { broken: 1, notJudged: 80, records: 1080 },
    { broken: 1, notJudged: 81, records: 1080 },
  ])
  expect(kept.map(({ bound }) => bound.rule.text)).toEqual(['age > 0'])
  expect(left.map(({ bound, broken }) => [bound.rule.text, broken])).toEqual([['age > 1', 1]])
})

it('judges the exact numbers of a recoded column, and leaves its classes and dates open', () => {
  const [young, year] = bindRules(
    [parseRule('if age < 15 then married = "no"'), parseRule('admission >= "2020-01-01"')],
    data,
    times,
  )
  const recoded = dataset([
    ['age', categorical(['10', '40', '10-19', '12', '80'])],
    ['married', categorical(['yes', 'yes', 'yes', 'no', null])],
    ['admission', categorical(['2020', '2021', '2020', '1', null])],
  ])
  expect(brokenRecords(young, recoded)).toMatchObject({ records: Uint8Array.of(1, 0, 0, 0, 0), notJudged: 1 })
  expect(brokenRecords(year, recoded)).toMatchObject({ broken: 0, notJudged: 5 })
})
