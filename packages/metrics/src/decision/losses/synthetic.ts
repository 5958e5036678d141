/**
 * Loss of a file of new records: structure, contingency tables, analytic validity and propensity score, without links of records.
 *
 * (4·S + T + V + P)/7, S = Σ w·loss/Σ w over the families of loss/structure but key-information, T = loss/contingency-tables,
 * V = loss/analytic-validity, P = loss/propensity, in percent; without a part the mean of the others by the same weights.
 * Source: this project.
 */
import { defineMetric, type MeasureFacts, type Measurement } from '@sdc/core'
import { table, unmeasured } from '@sdc/toolkit'
import * as z from 'zod'
import { warningsOf } from '../../scores/combined-parts.js'
import { lossesOf, purposeLoss, purposeWeights } from '../structure/purposes.js'
import { lossOfRoles } from '../structure/structure.js'

/** Weights of the parts. */
const weights = { structure: 4, 'contingency-tables': 1, 'analytic-validity': 1, propensity: 1 } as const

export const syntheticMetric = defineMetric({
  ...lossOfRoles,
  id: 'loss/synthetic',
  title: 'Loss of synthetic records',
  summary:
    'Weighted mean of the losses of structure, contingency tables, analytic validity and propensity score. No part ' +
    'links records.',
  brief: [
    '0 % means that all measured statistics are as before, and that no model tells the two files apart.',
    'It is a mean of parts: look at those that your users need.',
  ],
  formula:
    '(4·S + T + V + P)/7, S = Σ w·loss/Σ w of the families of loss/structure but key-information, T loss/contingency-tables, ' +
    'V loss/analytic-validity, P loss/propensity',
  source: [{ where: 'This project: weights of loss/statistics, without the part that needs links' }],
  notes: [
    {
      topic: 'choices',
      text:
        'New records have no original. loss/structure has no value for them if there are quasi-identifiers, since its ' +
        'family key-information compares a record with its original. The other families are in its table, and make S.',
    },
    {
      topic: 'limits',
      text:
        'A copy of the original has no loss. The number says nothing about disclosure: see risk/replicated-uniques and ' +
        'risk/disclosive-categories.',
    },
  ],
  needsOrigin: false,
  cost: { time: 'sum of its parts' },
  params: z.object({}),
  parts: () => ({
    structure: { use: 'loss/structure', params: {} },
    'contingency-tables': { use: 'loss/contingency-tables', params: {} },
    'analytic-validity': { use: 'loss/analytic-validity', params: {} },
    propensity: { use: 'loss/propensity', params: {} },
  }),
  plan: measure,
})

function measure({ parts, rows }: MeasureFacts<unknown>): Measurement {
  const structure = parts.get('structure')
  const ofStructure = purposeLoss(lossesOf(structure), purposeWeights.synthetic)
  const losses = new Map([...parts].map(([name, one]) => [name, one.value] as const))
  const { value, families } = purposeLoss(losses.set('structure', ofStructure.value), weights)
  const shown = (of: typeof families, name: string): ReturnType<typeof table> => {
    const numbers = (key: 'percent' | 'weight'): Float64Array => Float64Array.from(of, (one) => one[key])
    return table({ [name]: of.map(({ family }) => family), percent: numbers('percent'), weight: numbers('weight') })
  }
  const tables = new Map([
    ['parts', shown(families, 'part')],
    ['families', shown(ofStructure.families, 'family')],
  ])
  const said = warningsOf(structure ? [structure] : [])
  if (value === null || ofStructure.value === null)
    return { ...unmeasured(structure?.reason ?? 'its parts have no value', 0, tables), ...said }
  // The propensities of two equal files differ from their mean by rounding.
  return { value: Math.min(100, Number(value.toFixed(9))), used: rows.masked, tables, ...said }
}
