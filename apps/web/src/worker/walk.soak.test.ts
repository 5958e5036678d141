import { censusCsv } from '@sdc/datasets/census'
import { seededRng } from '@sdc/core'
import { describe, expect, it } from 'vitest'
import { builtInPolicies } from '../policy/built-in-policies.js'
import { walk } from './walk.fixture.js'

const HOUR = 3_600_000

/** Returns a text file of some records. */
function fileOf(names: readonly string[], count: number, record: (i: number) => readonly unknown[]): string {
  const lines = Array.from({ length: count }, (_, i) => record(i).join(','))
  return `${[names.join(','), ...lines].join('\n')}\n`
}

const rng = seededRng('files of stewards')
const below = (count: number): number => Math.floor(count * rng.uniform())
const of = (...names: readonly string[]): string => names[below(names.length)]

/** Returns 300 employees; everybody is unique by age, day and postcode. */
function staff(): string {
  const names = 'employee_id,department,level,gender,age,hire_date,zip,salary,bonus,performance'.split(',')
  return fileOf(names, 300, (i) => {
    const level = Math.min(3, Math.floor(-0.9 * Math.log(rng.uniform())))
    const salary = Math.max(24_000, 100 * Math.round(380 + 220 * level + 90 * rng.normal()))
    const day = `${2000 + below(25)}-${String(1 + below(12)).padStart(2, '0')}-${String(1 + below(28)).padStart(2, '0')}`
    return [
      `E${1000 + i}`,
      of('Sales', 'Engineering', 'HR', 'Finance', 'Operations'),
      ['Junior', 'Senior', 'Lead', 'Director'][level],
      of('F', 'M'),
      22 + below(43),
      day,
      10_000 + below(80),
      salary,
      rng.uniform() < 0.4 ? 0 : Math.round(0.1 * salary * rng.uniform()),
      1 + below(5),
    ]
  })
}

/** Returns 300 answers to a questionnaire, some of them missing. */
function survey(): string {
  const items = Array.from({ length: 10 }, (_, j) => `q${String(j + 1).padStart(2, '0')}`)
  return fileOf(['id', 'gender', 'agegrp', 'dept', ...items], 300, (i) => {
    const mood = rng.normal()
    const answer = (): number | string =>
      rng.uniform() < 0.02 ? '' : Math.min(5, Math.max(1, Math.round(3 + 0.8 * mood + 0.8 * rng.normal())))
    return [
      `P${1000 + i}`,
      of('f', 'm'),
      of('18-34', '35-54', '55+'),
      of('prod', 'sales', 'admin'),
      ...items.map(answer),
    ]
  })
}

describe.each(builtInPolicies.map(({ name }) => name))('the proposal of the page by %s', (policy) => {
  // All policies run with the smallest file, all files with one policy; the other combinations would take ten minutes.
  const isShort = (name: string): boolean => name === 'staff.csv' || policy === 'scientific-use'
  const files = [
    { name: 'census.csv', text: censusCsv, keys: ['AFNLWGT'] },
    { name: 'staff.csv', text: staff(), keys: [] },
    { name: 'survey.csv', text: survey(), keys: [] },
  ]
  it.each(files.filter(({ name }) => process.env.SDC_LONG === '1' || isShort(name)))(
    'is released in every draw: $name',
    async ({ name, text, keys }) => {
      const { draws, met, before, said } = await walk(name, text, { policy, draws: 20, keys })
      expect(before).toEqual([])
      expect(met, said.join('\n')).toBe(20)
      expect(draws).toBe(20)
    },
    HOUR,
  )
})
