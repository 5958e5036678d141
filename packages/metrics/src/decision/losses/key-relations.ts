/**
 * Share of the relations of the quasi-identifiers that is lost.
 *
 * With change c, association a and standard error e of each pair: [Σ_(a>2e) min(2a, (c − e)⁺) + Σ_(a≤2e) (c − 2.5e)⁺] over
 * max(Σ_(a>2e) a, .05 · pairs), at most 1. In percent.
 * Source: this project.
 */
import { defineMetric } from '@sdc/core'
import { ofFamily } from './of-family.js'
import { lossOfRoles } from '../structure/structure.js'

export const keyRelationsMetric = defineMetric({
  ...lossOfRoles,
  id: 'loss/key-relations',
  title: 'Relations among quasi-identifiers',
  summary: 'Loss of the relations among quasi-identifiers, beyond chance.',
  formula: '[Σ_{a>2e} min(2a, (c − e)⁺) + Σ_{a≤2e} (c − 2.5e)⁺]/max(Σ_{a>2e} a, .05 · pairs)',
  source: [{ where: 'This project' }],
  notes: [
    {
      topic: 'choices',
      text:
        'Change c and association a of a pair depend on its kinds. Two numbers: the correlations of Pearson and ' +
        'Spearman. A number and a category: the root mean square of the group means in sd. Two categories: φ. Relations ' +
        'below .05 count as none.',
    },
    { topic: 'interpretation', text: 'loss/structure measures it together with the other families.' },
  ],
  ...ofFamily({
    family: 'key-relations',
    without: 'fewer than two quasi-identifiers have values in both files',
    table: 'pairs',
    rows: { column: 'family', is: 'key-relations' },
  }),
})
