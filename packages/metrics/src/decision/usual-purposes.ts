import type { Purpose } from '@sdc/core'

/** The most that a file for scientific use may have: what is found, told, learned, and destroyed. */
const limits = {
  'risk/key-linkage': 20,
  'risk/certain-linkage': 1,
  'risk/value-linkage': 20,
  'risk/value-given-keys': 50,
  'risk/learned': 15,
  'risk/greatest': 0,
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

/** What masked data are for, and what they are held to. */
export const usualPurposes: Readonly<Record<string, Purpose>> = {
  statistics: { loss: 'loss/statistics', limits, relations, families: [...families, 'loss/models'] },
  // Who analyses records needs them near the truth: what is told counts as far as somebody is found.
  records: {
    loss: 'loss/records',
    limits: { ...withoutValue, 'risk/found-and-learned': 10 },
    relations,
    families: ['loss/closeness', ...families],
  },
  tables: { loss: 'loss/tables', limits, relations, families },
}
