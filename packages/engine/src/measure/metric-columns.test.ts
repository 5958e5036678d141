import { categorical, dataset, defineMetric, noRoles, numeric, type Metric } from '@sdc/core'
import { describe, expect, it } from 'vitest'
import * as z from 'zod'
import { metricColumns } from './metric-columns.js'

const metric = defineMetric({
  id: 'loss/nothing',
  title: 'Nothing',
  summary: 'Measures nothing.',
  formula: '0',
  source: [{ where: 'here' }],
  kind: 'loss',
  accepts: ['numeric', 'ordered', 'nominal'],
  of: 'keys and confidential',
  files: 'whole',
  better: 'lower',
  unit: '%',
  range: [0, 100],
  recordsOf: 'original',
  needsOrigin: false,
  atIdentity: 0,
  params: z.object({}),
  measure: () => ({ value: 0, used: 0 }),
}) as Metric

const original = dataset([
  ['income', numeric([1, 2])],
  ['age', numeric([20, 30])],
  ['town', categorical(['a', 'b'])],
])
const masked = dataset([
  ['town', categorical(['a', 'b'])],
  ['age', categorical(['[20,40)', '[20,40)'])],
])

describe('a metric of keys and confidential columns', () => {
  const roles = { ...noRoles, keys: ['town', 'age'], confidential: ['income'] }

  it('takes those that both files have, of any kind, in the order of the original', () => {
    expect(metricColumns(metric, ['income'], roles, original, masked)).toEqual({ columns: ['age', 'town'] })
    expect(metricColumns(metric, ['income'], roles, original, original).columns).toEqual(['income', 'age', 'town'])
  })

  it('takes the masked columns where no column has either role', () => {
    expect(metricColumns(metric, ['town'], noRoles, original, masked)).toEqual({ columns: ['town'] })
    expect(metricColumns(metric, [], noRoles, original, masked).reason).toBe('there is no column to measure')
  })
})
