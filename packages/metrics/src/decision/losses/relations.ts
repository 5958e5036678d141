/**
 * Shares of the relations that are lost: of the confidential columns, of the quasi-identifiers, and between both.
 *
 * With change c, association a and standard error e of each pair: [Σ_(a>2e) min(2a, (c − e)⁺) + Σ_(a≤2e) (c − 2.5e)⁺] over
 * max(Σ_(a>2e) a, .05 · pairs), at most 1. In percent.
 * Source: this project.
 */
import { defineMetric, type Metric } from '@sdc/core'
import { ofFamily } from './of-family.js'
import { lossOfRoles } from '../structure/structure.js'

type Relations = 'value-relations' | 'key-relations' | 'cross-relations'

function relationsMetric(family: Relations, title: string, relations: string, without: string): Metric<object> {
  return defineMetric({
    ...lossOfRoles,
    id: `loss/${family}`,
    title,
    summary: `Loss of the relations ${relations}, beyond chance.`,
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
    ...ofFamily({ family, without, table: 'pairs', rows: { column: 'family', is: family } }),
  })
}

export const valueRelationsMetric = relationsMetric(
  'value-relations',
  'Relations among confidential columns',
  'among confidential columns',
  'fewer than two confidential columns have values in both files',
)

export const keyRelationsMetric = relationsMetric(
  'key-relations',
  'Relations among quasi-identifiers',
  'among quasi-identifiers',
  'fewer than two quasi-identifiers have values in both files',
)

export const crossRelationsMetric = relationsMetric(
  'cross-relations',
  'Relations of quasi-identifiers with confidential columns',
  'between quasi-identifiers and confidential columns',
  'no quasi-identifier or no confidential column has values in both files',
)
