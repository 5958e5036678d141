import {
  categorical,
  dataset,
  measureInput,
  noRoles,
  numeric,
  resolveParams,
  type Column,
  type Measurement,
  type Metric,
} from '@sdc/core'
import { describe, expect, it } from 'vitest'
import { individualRiskMetric, kAnonymityMetric, reidentificationMetric } from '../index.js'
import { measureByPlan } from '@sdc/toolkit'

const ages = Array.from({ length: 50 }, (_, i) => 20 + (i % 10))
const sexes = Array.from({ length: 50 }, (_, i) => (i % 2 === 0 ? 'f' : 'm'))

/** Measures a masked file with the keys age and sex. */
async function warningsOf(
  metric: Metric,
  age: Column,
  sex: Column,
  origin = Int32Array.from(ages.keys()),
): Promise<Measurement['warnings']> {
  const original = dataset([
    ['age', numeric(ages)],
    ['sex', categorical(sexes)],
  ])
  const masked = dataset([
    ['age', age],
    ['sex', sex],
  ])
  const roles = { ...noRoles, keys: ['age', 'sex'] }
  const params = resolveParams(metric.params, {})
  const measured = await measureByPlan(
    metric,
    measureInput(original, masked, { origin, columns: ['age', 'sex'], roles, params }),
  )
  expect(measured.value).not.toBeNull()
  return measured.warnings?.filter((one) => one.includes('perturbed'))
}

describe('metrics of masked keys', () => {
  const recoded = categorical(ages.map((age) => (age < 25 ? '[20,25)' : age < 28 ? `${age}` : '*')))

  it.each([kAnonymityMetric, reidentificationMetric, individualRiskMetric] as readonly Metric[])(
    '$id warns of perturbed keys, but not of recoded or suppressed ones',
    async (metric) => {
      expect((await warningsOf(metric, recoded, categorical(sexes))) ?? []).toEqual([])
      const swapped = categorical(sexes.map((sex, i) => (i < 12 ? (sex === 'f' ? 'm' : 'f') : sex)))
      expect(await warningsOf(metric, recoded, swapped)).toEqual([
        'the quasi-identifiers were perturbed (12 % of their cells have another value), so equal masked values say little about who can be found; see risk/key-linkage',
      ])
      const unknown = new Int32Array(50).fill(-1)
      expect((await warningsOf(metric, recoded, swapped, unknown)) ?? []).toEqual([])
    },
  )

  it('does not warn if a hundredth of the cells are perturbed', async () => {
    const one = categorical(sexes.map((sex, i) => (i === 0 ? 'm' : sex)))
    expect((await warningsOf(kAnonymityMetric, recoded, one)) ?? []).toEqual([])
  })
})
