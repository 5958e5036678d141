import type { Paper } from '../paper.js'
import { equationTable } from './paper-004-equation.js'
import { scoreFigure } from './paper-004-figure.js'
import { syntheticFigure, syntheticTables } from './paper-004-synthetic.js'
import { optimisedTables } from './paper-004-tables.js'

/** Sebé, Domingo-Ferrer, Mateo-Sanz & Torra (2002): post-masking optimisation of rank swapping and microaggregation. */
export const paper004: Paper = {
  id: '004',
  title: 'optimisation after masking',
  citation: 'Sebé, Domingo-Ferrer, Mateo-Sanz & Torra (2002), post-masking optimisation.',
  introduction: [
    'The Census file is masked by the two methods that scored best in a comparison: rank swapping within 14 % of the ranks, ' +
      'and microaggregation of four columns at a time in groups of ten. Algorithm 1 then changes single values of the ' +
      '100q % of records that contribute most to IL1. It ends when the first and second moments are near those of the ' +
      'original (the objective function E is below a target) and IL1 is p times its value before.',
    'Score = .5 IL + .25 DLD + .25 ID, lower is better: information loss (IL), records linked by distance (DLD), values ' +
      'within intervals (ID). The paper compares a masked record with the nearest original record (truth nearest), not with ' +
      'the record it was made of (truth identity). By truth identity the optimised files are worse than before.',
  ],
  prints: [
    { where: 'Table 1', values: 20 },
    { where: 'Table 2', values: 20 },
    { where: 'Section 5, claims', values: 3 },
  ],
  parts: [
    { name: 'equation', deterministic: true, tables: async (options) => [await equationTable(options)] },
    { name: '1', tables: (options) => optimisedTables(options, 'rank swapping') },
    { name: '2', tables: (options) => optimisedTables(options, 'microaggregation') },
    { name: 'synthetic', tables: syntheticTables },
  ],
  figures: async (options) => [await scoreFigure(options), await syntheticFigure(options)],
}
