import { parseFileSchema } from '@sdc/engine'
import type { ColumnDescription } from '@sdc/files/formats'
import { expect, it } from 'vitest'
import { withMissingOf } from './missing-of-file.js'

const columns = new Map<string, ColumnDescription>([
  ['income', { missing: { values: ['-9', '-8'] } }],
  ['q4', { missing: { values: [], range: [8, Infinity] } }],
  ['sex', { labels: new Map([...'12'].map((code) => [code, 'a sex'] as const)) }],
  ['hours', { labels: new Map([['.a', 'refused']]) }],
])

it('adds the missing values of the file to a schema, which takes precedence', () => {
  expect(withMissingOf(undefined, { columns })?.columns).toEqual({
    income: { missing: ['', '-9', '-8'] },
    q4: { missing: [''], missingRange: [8, Infinity] },
    hours: { missing: ['', '.a'] },
  })
  const said = parseFileSchema({ columns: { income: { missing: ['-7'] }, q4: { role: 'confidential' } } })
  const { income, q4 } = withMissingOf(said, { columns }).columns
  expect([income, q4]).toEqual([
    { missing: ['-7'] },
    { role: 'confidential', missing: [''], missingRange: [8, Infinity] },
  ])
})

it('leaves a schema unchanged if it names the missing values of all columns or the file has none', () => {
  const all = parseFileSchema({ missing: ['-1'] })
  expect(withMissingOf(all, { columns })).toBe(all)
  expect(withMissingOf(undefined, { columns: new Map([['sex', {}]]) })).toBeUndefined()
})
