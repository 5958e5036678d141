import { categoryTables } from './paper-003-categories.js'
import { clusterTables } from './paper-003-clusters.js'
import { exampleTables } from './paper-003-examples.js'
import { fuzzyTables } from './paper-003-fuzzy.js'
import { jpegFigure, jpegTables } from './paper-003-jpeg.js'
import { methodTables } from './paper-003-methods.js'
import { ipsoTables } from './paper-003-ipso.js'
import { pilTable } from './paper-003-pil.js'
import { probabilisticTable } from './paper-003-probabilistic.js'
import { rankSwappingTables } from './paper-003-rank-swapping.js'
import { samplingFigure, samplingTable } from './paper-003-sampling.js'
import { scoreTable } from './paper-003-scores.js'
import { tabularTables } from './paper-003-tabular.js'
import type { Paper } from '../paper.js'

/** Torra (2013): tables, rank swapping and its scores, the IPSO methods, and measures of information loss. */
export const paper003: Paper = {
  id: '003',
  title: 'masking methods, information loss and record linkage',
  citation: 'Torra (2013), masking methods (slides).',
  introduction: [
    'The slides begin with tables: how many people of each profession (P1 to P5) there are in each town (M1 to M3), and the ' +
      'sum of their salaries; who learns what of them, which cells are sensitive, and what is suppressed.',
    'Then they go through masking methods (two tables say which is for which kind of data), the disclosure risk they ' +
      'leave and the information they lose. Examples I to VI ' +
      'swap ten records within two ranks; the table of rank swapping has the Census and EIA files swapped within 2 to 20 % of ' +
      'the ranks, with the information loss (IL), the records linked by distance (DLD), by probabilities (PLD) and by the ' +
      'window of the swapping (RSLD), the values found within intervals (ID), and a score of all of them.',
    'Three synthetic data generators, IPSO-A, -B and -C, release a file whose quasi-identifiers are replaced by what a ' +
      'regression on the confidential attributes says, plus noise in B and C. An intruder who knows some of the original ' +
      'quasi-identifiers links each original record to the nearest released one; the table counts how many of 4092 they get ' +
      'right.',
    'The information lost is looked at from several sides: categories one by one (entropy, ordered distance), the Census file ' +
      'microaggregated three columns at a time (probabilistic information loss, clusters by k-means), and with noise (fuzzy ' +
      'clusters).',
  ],
  parts: [
    { name: 'tabular', tables: tabularTables },
    { name: 'methods', tables: (options) => Promise.resolve(methodTables(options)) },
    { name: 'examples', tables: exampleTables },
    {
      name: 'rank-swapping',
      tables: async (options) => [...(await rankSwappingTables(options)), await scoreTable(options)],
    },
    { name: 'probabilistic', long: true, tables: async (options) => [await probabilisticTable(options)] },
    { name: 'ipso', tables: ipsoTables },
    { name: 'jpeg', deterministic: true, tables: jpegTables },
    { name: 'sampling', tables: async (options) => [await samplingTable(options)] },
    { name: 'categories', tables: categoryTables },
    { name: 'pil', tables: async (options) => [await pilTable(options)] },
    { name: 'clusters', long: true, tables: clusterTables },
    { name: 'fuzzy', long: true, tables: fuzzyTables },
  ],
  figures: async (options) => [await jpegFigure(options), await samplingFigure(options)],
}
