import { expect, it } from 'vitest'
import { dataset, numeric, seededRng } from '@sdc/core'
import { riskLevels, rolesOf } from '@sdc/engine'
import { censusColumns } from '@sdc/testing/public-files'
import { registry } from './attacks/attacked.fixture.js'

const columns = ['AGI', 'FEDTAX', 'PTOTVAL', 'STATETAX']

it('compares risks with those of independent data', async () => {
  const values = censusColumns()
  const original = dataset(columns.map((name) => [name, numeric(values.get(name) ?? [])] as const))
  const ids = ['risk/dbrl', 'risk/interval-disclosure', 'risk/dld', 'risk/dr-combine']
  const metrics = ids.map((use) => ({ use, params: {} }))
  const rng = seededRng('1')
  const roles = rolesOf(original, undefined)
  const levels = await riskLevels({ registry, original, columns, given: [], roles, metrics, rng, draws: 3, prepared: new Map() }) // oxfmt-ignore
  const of = (id: string): number => levels.find(({ metric }) => metric.id === id)?.independent ?? Number.NaN
  // One of 1,080 is linked by chance; three files of 1,080 records give 3 ± 1.7 in all.
  expect(of('risk/dbrl')).toBeGreaterThanOrEqual(0)
  expect(of('risk/dbrl')).toBeLessThan(0.4)
  // The windows of ID contain 10.6 % of the ranks; 13,000 cells have a standard error of a quarter.
  expect(of('risk/interval-disclosure')).toBeGreaterThan(9.5)
  expect(of('risk/interval-disclosure')).toBeLessThan(12)
  expect(of('risk/dr-combine')).toBeCloseTo((of('risk/dld') + of('risk/interval-disclosure')) / 2, 9)
  // High is a fraction of the distance from there to the worse end.
  const dbrl = levels.find(({ metric }) => metric.id === 'risk/dbrl')
  expect(dbrl?.high).toBeCloseTo(of('risk/dbrl') + 0.1 * (100 - of('risk/dbrl')), 9)
})
