/**
 * Share of the relations between quasi-identifiers and confidential columns that is lost.
 *
 * With change c, association a and standard error e of each pair: [Σ_(a>2e) min(2a, (c − e)⁺) + Σ_(a≤2e) (c − 2.5e)⁺] over
 * max(Σ_(a>2e) a, .05 · pairs), at most 1. In percent.
 * Source: this project.
 */
import { defineMetric } from '@sdc/core'
import { ofFamily } from './of-family.js'
import { lossOfRoles } from '../structure/structure.js'

export const crossRelationsMetric = defineMetric({
  ...lossOfRoles,
  id: 'loss/cross-relations',
  title: 'Relations of quasi-identifiers with confidential columns',
  summary: 'Loss of the relations between quasi-identifiers and confidential columns, beyond chance.',
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
    family: 'cross-relations',
    without: 'no quasi-identifier or no confidential column has values in both files',
    table: 'pairs',
    rows: { column: 'family', is: 'cross-relations' },
  }),
})
