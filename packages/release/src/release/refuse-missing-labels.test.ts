import { dataset, type Dataset } from '@sdc/core'
import { parseFileSchema } from '@sdc/engine'
import { expect, it } from 'vitest'
import { refuseMissingLabels } from './refuse-missing-labels.js'

const file = (...levels: readonly string[]): Dataset =>
  dataset([
    [
      'q1',
      { kind: 'categorical', codes: Int32Array.from(levels, (_, code) => code), levels: [...levels], ordered: false },
    ],
  ])

it.each([
  [{ missing: ['', '9'] }, '9'],
  [{ missing: [''], missingRange: [8, 9] }, '8'],
])('refuses a category that means a missing value: %j', (column, level) => {
  const schema = parseFileSchema({ columns: { q1: column } })
  const refused = { code: 'BAD_PARAMETER', place: { column: 'q1' } }
  expect(() => refuseMissingLabels(file('1', level), ['q1'], schema)).toThrow(expect.objectContaining(refused))
  expect(() => refuseMissingLabels(file('1', level), [], schema)).not.toThrow()
  expect(() => refuseMissingLabels(file('1', '7'), ['q1'], schema)).not.toThrow()
})
