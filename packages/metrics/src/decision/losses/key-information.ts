/**
 * Share of the information of the quasi-identifiers that their masked cells no longer hold, record by record.
 *
 * 100 · (1 − mean over the keys of s · MI(original; masked)/min(H, ln 10)). s is the share of records with a masked one, and MI
 * is without its bias, (cells − rows − columns + 1)/2n. Both factors are at most 1.
 * Source: Miller 1955 (bias); this project.
 */
import { defineMetric } from '@sdc/core'
import { ofFamily } from './of-family.js'
import { lossOfRoles } from '../structure/structure.js'

export const keyInformationMetric = defineMetric({
  ...lossOfRoles,
  id: 'loss/key-information',
  title: 'Detail of quasi-identifiers',
  summary: "Mean share of a quasi-identifier's information that its masked cells have lost.",
  brief: [
    '0 % means that quasi-identifiers have all their detail, 100 % that nothing is left.',
    'It counts detail, whether or not your users need it.',
  ],
  formula: '100 · (1 − mean(MI(original; masked)/min(H, ln 10)))',
  source: [{ where: 'This project' }],
  notes: [
    {
      topic: 'choices',
      text:
        'Numbers count by tenths. The bias of the mutual information, (cells − rows − columns + 1)/2n, is subtracted. ' +
        'Original records without a masked one contribute no information.',
    },
    { topic: 'interpretation', text: 'loss/structure measures it together with the other families.' },
  ],
  ...ofFamily({
    family: 'key-information',
    without: 'no column is a quasi-identifier, or the masked file has none of them',
    needsOrigin: true,
    table: 'information',
  }),
})
