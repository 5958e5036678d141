import type { Paper } from '../paper.js'
import { equationTable } from './paper-004-equation.js'
import { optimisedTables } from './paper-004-optimised.js'

/** Sebé, Domingo-Ferrer, Mateo-Sanz & Torra (2002): post-masking optimisation of rank swapping and microaggregation. */
export const paper004: Paper = {
  id: '004',
  citation: 'Sebé, Domingo-Ferrer, Mateo-Sanz & Torra (2002), post-masking optimisation.',
  introduction: [
    'The Census file is masked by the two methods that scored best in a comparison: rank swapping within 14 % of the ranks, ' +
      'and microaggregation of four columns at a time in groups of ten. Algorithm 1 then moves single values of the 100q % of ' +
      'records that contribute most to IL1 until the first and second moments are near those of the original (the objective ' +
      'function E falls to a target), while IL1 goes to p times what it was.',
    'Score = .5 IL + .25 DLD + .25 ID, lower is better: information loss (IL), records linked by distance (DLD) and values ' +
      'within intervals (ID). The paper holds a masked record against the original nearest to it (truth nearest), whatever ' +
      'record it was made of. By the record that it was made of (truth identity) the optimised files are worse than before.',
  ],
  parts: [
    { name: 'equation', tables: async (options) => [await equationTable(options)] },
    { name: '1', tables: (options) => optimisedTables(options, 'rank swapping') },
    { name: '2', tables: (options) => optimisedTables(options, 'microaggregation') },
  ],
}
