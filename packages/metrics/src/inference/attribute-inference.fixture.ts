import { measureInput, resolveParams, seededRng, type Dataset, type Measurement, type MeasureInput } from '@sdc/core'
import { peopleRoles } from '../testing/people.fixture.js'
import { tableColumn } from '../testing/run.fixture.js'
import { attributeInferenceMetric } from './attribute-inference.js'
import { measureByPlan } from '@sdc/toolkit'

export type Given = Partial<Omit<MeasureInput<unknown>, 'params'>>

export function measure(
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

export const attack = (measured: Measurement, column: string): number[] => tableColumn(measured, 'attack', column)
