import { expect, it } from 'vitest'
import { keepRules } from './keep-rules.js'
import { brokenOf, noisyValues, system } from './twelve-columns.fixture.js'

/** CPU seconds that the repair may take: three times those of an idle computer. */
const MOST_SECONDS = 30

it('repairs 100,000 records of twelve columns', () => {
  const values = noisyValues(100_000)
  const originals = values.map((own) => own.map(() => Number.NaN))
  const began = process.cpuUsage()
  keepRules(system, [], { values, originals, differs: () => true })
  const seconds = process.cpuUsage(began).user / 1e6
  expect(brokenOf(system.rules, values)).toBe(0)
  expect(seconds).toBeLessThan(MOST_SECONDS)
}, 120_000)
