import type { Purpose } from '@sdc/core'

/** Upper limits of a file for scientific use, in percent; `risk/largest` and `loss/destroyed` count columns. */
const limits = {
  'risk/key-linkage': 20,
  'risk/certain-linkage': 1,
  'risk/known-items': 20,
  'risk/value-linkage': 20,
  'risk/value-given-keys': 50,
  'risk/learned': 15,
  'risk/largest': 0,
  'loss/destroyed': 0,
}

const relations = ['loss/value-relations', 'loss/cross-relations', 'loss/key-relations']

const families = [
  'loss/value-margins',
  'loss/key-margins',
  'loss/value-relations',
  'loss/cross-relations',
  'loss/key-relations',
  'loss/key-information',
]

const { 'risk/value-given-keys': _, ...withoutValue } = limits

/** Purposes of masked data, with the loss to minimise and the limits for each. */
export const usualPurposes: Readonly<Record<string, Purpose>> = {
  statistics: {
    loss: 'loss/statistics',
    partLoss: 'loss/structure',
    limits,
    relations,
    families: [...families, 'loss/models', 'loss/contingency-tables', 'loss/analytic-validity'],
  },
  // Analysts of records need values near the truth: the disclosure of a value counts in proportion to the people found.
  records: {
    loss: 'loss/records',
    limits: { ...withoutValue, 'risk/found-and-learned': 10 },
    relations,
    families: ['loss/closeness', ...families],
  },
  tables: { loss: 'loss/tables', limits, relations, families },
  // New records have no original: risks that match records have no value.
  synthetic: {
    records: 'synthetic',
    risk: { keys: 'risk/replicated-uniques', values: 'risk/largest' },
    loss: 'loss/synthetic',
    // Copies of records drawn with replacement have 63 % of the uniques. Few possible combinations give half of that by chance,
    // and relations more. A largest value is near the original one of one column by chance, the more if a rule computes it.
    limits: { 'risk/replicated-uniques': 60, 'risk/disclosive-categories': 40, 'risk/largest': 1, 'loss/destroyed': 0 },
    relations,
    families: [
      ...families.filter((id) => id !== 'loss/key-information'),
      'loss/models',
      'loss/contingency-tables',
      'loss/analytic-validity',
      'loss/propensity',
    ],
  },
}
