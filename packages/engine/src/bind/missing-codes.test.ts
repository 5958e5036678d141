import { dataset, numeric } from '@sdc/core'
import { expect, it } from 'vitest'
import { parseFileSchema } from '../plan/plan.js'
import { missingCodes } from './missing-codes.js'

it('uses the codes of a column, else those of the file, and ranges', () => {
  const data = dataset([
    ['own', numeric([1])],
    ['file', numeric([1])],
    ['range', numeric([1])],
  ])
  const schema = parseFileSchema({
    decimal: ',',
    missing: ['', 'NA', '-1,5'],
    columns: { own: { missing: ['', '-9'] }, range: { missing: [], missingRange: [8, 9] } },
  })
  const found = [...missingCodes(data, schema)].map(([name, { values, range }]) => [name, [...values], range])
  expect(found).toEqual([
    ['own', [-9], [Number.NaN, Number.NaN]],
    ['file', [-1.5], [Number.NaN, Number.NaN]],
    ['range', [], [8, 9]],
  ])
  expect(missingCodes(data, undefined).size).toBe(0)
})
