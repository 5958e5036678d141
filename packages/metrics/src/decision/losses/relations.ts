/**
 * Shares of the relations that are lost: of the confidential columns, of the quasi-identifiers, and between both.
 *
 * With change c, association a and standard error e of each pair: [Σ_(a>2e) min(2a, (c − e)⁺) + Σ_(a≤2e) (c − 2.5e)⁺] over
 * max(Σ_(a>2e) a, .05 · pairs), at most 1. In percent.
 * Source: this project.
 */
import type { Metric } from '@sdc/core'
import { ofFamily } from './of-family.js'
import { lossOfRoles } from '../structure/structure.js'

/** Families of relations: among confidential columns, among quasi-identifiers, between both. */
type Relations = 'value-relations' | 'key-relations' | 'cross-relations'

/**
 * Returns the shared form of the metrics of relations: formula, source, notes, and the measurement of a family.
 *
 * @param family - The relations.
 * @param without - Reason for a missing value.
 * @returns The metric, without its id, title and summary.
 */
export const ofRelations = (family: Relations, without: string): Omit<Metric<object>, 'id' | 'title' | 'summary'> => ({
  ...lossOfRoles,
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
