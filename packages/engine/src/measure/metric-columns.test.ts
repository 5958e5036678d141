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
  plan: () => ({ form: 'file', measure: () => ({ value: 0, used: 0 }) }),
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

describe('a metric of quasi-identifiers and confidential columns', () => {
  const roles = { ...noRoles, keys: ['town', 'age'], confidential: ['income'] }

  it('takes the columns that both files have, of any kind, in the order of the original', () => {
    expect(metricColumns(metric, ['income'], roles, { original, masked })).toEqual({ columns: ['age', 'town'] })
    expect(metricColumns(metric, ['income'], roles, { original, masked: original }).columns).toEqual([
      'income',
      'age',
      'town',
    ])
  })

  it('takes the masked columns if no column has either role', () => {
    expect(metricColumns(metric, ['town'], noRoles, { original, masked })).toEqual({ columns: ['town'] })
    expect(metricColumns(metric, [], noRoles, { original, masked }).reason).toBe('there is no column to measure')
  })
})

describe('a risk that compares categories', () => {
  const risk = { ...metric, id: 'risk/nothing', kind: 'risk', of: 'masked columns', files: 'both' } as Metric
  const of = (...levels: string[]): ReturnType<typeof dataset> => dataset([['town', categorical(levels)]])
  const reason = (...levels: string[]): string | undefined =>
    metricColumns(risk, ['town'], noRoles, { original: of('a', 'a', 'b', 'b'), masked: of(...levels) }).reason

  it('is measured despite a few new categories, and gives a reason if most records have one', () => {
    expect(reason('a', 'a', 'b', 'c')).toBeUndefined()
    expect(reason('a', 'b', 'c', 'c')).toBeUndefined()
    expect(reason('a', 'c', 'c', 'd')).toContain('column "town" was recoded to classes')
  })

  it('accepts a category that a taxonomy of the original contains', () => {
    const taxonomy = new Map([['a', 'c'], ['b', 'c'], ['c', null]] as const) // oxfmt-ignore
    const town = { ...categorical(['a', 'b']), taxonomy }
    expect(
      metricColumns(risk, ['town'], noRoles, { original: dataset([['town', town]]), masked: of('c', 'c') }).reason,
    ).toBeUndefined()
  })
})
