import { daysSince1970 } from '@sdc/core'
import { describe, expect, it } from 'vitest'
import { dateClasses, daysOfClass } from './date-classes.js'
import { parseHierarchyRule, type DateStep } from './parse-rule.js'

const stepsOf = (rule: string): readonly DateStep[] => {
  const parsed = parseHierarchyRule(rule)
  return parsed.form === 'date' ? parsed.steps : expect.fail()
}

describe('daysOfClass', () => {
  it('has exactly the days of each class, for every day of 1895 to 2105', () => {
    const [from, to] = [daysSince1970(1895, 1, 1), daysSince1970(2105, 12, 31)]
    for (const rule of ['date:month,quarter,year,5years', 'date:week']) {
      const steps = stepsOf(rule)
      const found = new Map<string, [number, number]>()
      for (let day = from; day <= to; day++)
        for (const label of dateClasses(day, steps)) found.set(label, [found.get(label)?.[0] ?? day, day])
      for (const [label, [first, last]] of found) {
        // Classes at both ends have days that were not tested.
        if (first > from && last < to) expect([label, ...(daysOfClass(label) ?? [])]).toEqual([label, first, last])
      }
    }
  })

  it.each(['2024-13', '2024-Q5', '2024-05-01', '2025-2020', 'May 2024', '20240', '*'])('does not read %s', (label) => {
    expect(daysOfClass(label)).toBeUndefined()
  })
})
