import { measureInput, resolveParams, seededRng, type Dataset, type Measurement, type MeasureInput } from '@sdc/core'
import { describe, expect, it } from 'vitest'
import { people, peopleRoles } from '../testing/people.fixture.js'
import { tableColumn } from '../testing/run.fixture.js'
import { attributeInferenceMetric } from './attribute-inference.js'
import { measureByPlan } from '@sdc/toolkit'

type Given = Partial<Omit<MeasureInput<unknown>, 'params'>>

function measure(
  original: Dataset,
  masked: Dataset,
  given: Given = {},
  params: Readonly<Record<string, unknown>> = {},
): Measurement {
  const roles = given.roles ?? peopleRoles
  const settled = { ...given, roles, columns: roles.keys, rng: seededRng(3) }
  return measureByPlan(
    attributeInferenceMetric,
    measureInput(original, masked, {
      ...settled,
      params: resolveParams(attributeInferenceMetric.params, params),
    }),
  ) as Measurement
}

const attack = (measured: Measurement, column: string): number[] => tableColumn(measured, 'attack', column)

describe('risk/attribute-inference', () => {
  describe('is at chance', () => {
    it('on independent data: 95 of 100 differences are within two standard errors', () => {
      const within = Array.from({ length: 60 }, (_, r) => {
        const found = measure(people(300, `a${r}`), people(300, `b${r}`), { control: people(200, `c${r}`) })
        return attack(found, 'difference').filter((one, t) => Math.abs(one) < 2 * attack(found, 'standard error')[t])
      }).flat().length
      // Of 120, correlated by pairs: 114 expected, and fewer than 104 once in some thousands.
      expect(within).toBeGreaterThan(104)
    })
  })
})
