/**
 * Loss of regressions of confidential numbers on the other columns.
 *
 * Mean of ½ the share of R² that is lost when the masked file's regression predicts the original, plus ½ |ΔR²|/R², each share
 * from 0 to 1. In percent.
 * Source: this project.
 */
import { defineMetric } from '@sdc/core'
import { ofFamily } from './of-family.js'
import { lossOfRoles } from '../structure/structure.js'

export const modelsMetric = defineMetric({
  ...lossOfRoles,
  id: 'loss/models',
  title: 'Regressions',
  summary: 'Loss of the regressions of up to three confidential numbers on all other columns.',
  brief: [
    '0 % means that the regressions give the same predictions as before.',
    'It tests up to three general models; your users’ models may differ.',
  ],
  formula: "100 · mean(½ (R² − R² of the masked file's predictions)/R² + ½ |ΔR²|/R²)",
  source: [{ where: 'This project' }],
  notes: [
    {
      topic: 'choices',
      text:
        'Responses: the three confidential numbers that the other columns explain best, each by more than 5 % (adjusted ' +
        'R²), in values and in normal scores of the original. Categories enter by indicators of up to ten levels.',
    },
    { topic: 'missing', text: 'The metric omits records that lack any of the columns.' },
    { topic: 'interpretation', text: 'loss/structure measures it together with the other families.' },
  ],
  ...ofFamily({
    family: 'models',
    without: 'the other columns explain no confidential number by more than 5 %, or the masked file lacks some of them',
    table: 'models',
  }),
})
