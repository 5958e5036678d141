import { categoryTables } from './paper-003-categories.js'
import { clusterIdentities, clusterTables } from './paper-003-clusters.js'
import { correlationsPlace, correlationTable, otherFiles } from './paper-003-correlations.js'
import { exampleTables, rankSwappingExamples } from './paper-003-examples.js'
import { fuzzyDistanceTable, fuzzyNoiseTable, fuzzyOriginalTable, fuzzyPlace } from './paper-003-fuzzy.js'
import { jpegFigure, jpegTables } from './paper-003-jpeg.js'
import { methodTables } from './paper-003-methods.js'
import { clustersPlace } from './paper-003-microaggregated.js'
import { ipsoPlace, ipsoTables } from './paper-003-ipso.js'
import { pilTable } from './paper-003-pil.js'
import { probabilisticTables, swappedTable } from './paper-003-probabilistic.js'
import { rankSwappingOnce, rankSwappingTable, rankSwappingTables } from './paper-003-rank-swapping.js'
import { samplingFigure, samplingTable } from './paper-003-sampling.js'
import { scoreTable } from './paper-003-scores.js'
import { suppressionPlace } from './tabular/table-patterns.js'
import { sensitivePlace, tablesPlace } from './tabular/table-rules.js'
import { tabularTables } from './tabular/tabular.js'
import type { Paper } from '../paper.js'

/** Torra (2013): tables, rank swapping and its scores, the IPSO methods, and measures of information loss. */
export const paper003: Paper = {
  id: '003',
  title: 'masking methods, information loss and record linkage',
  citation: 'Torra (2013), masking methods (slides).',
  introduction: [
    'Tables: number of people of each profession (P1 to P5) in each town (M1 to M3), and the sum of their salaries. The slides ' +
      'show attacks, rules for sensitive cells, and suppression.',
    'Masking methods: two tables list the kinds of data of each method. Examples I to VI are of ten records after rank ' +
      'swapping within two ranks. A table has the Census and EIA files after rank swapping within 2 to 20 % of the ranks. Its ' +
      'columns: information loss (IL); record linkage by distance (DLD), by probabilities (PLD) and by the window of rank ' +
      'swapping (RSLD); interval disclosure (ID); a score.',
    'Synthetic data: IPSO-A, -B and -C replace quasi-identifiers by the fitted values of a regression on the confidential ' +
      'attributes, plus noise in B and C. An intruder who knows some original quasi-identifiers links each original record to ' +
      'the nearest released one. The table counts the right links, of 4092.',
    'Information loss: entropy and ordered distance of categories; probabilistic information loss and k-means clusters of the ' +
      'Census file after microaggregation of three columns at a time; fuzzy clusters after additive noise.',
  ],
  // Cells of tables and files that are data, such as the frequencies and the records, are not counted.
  prints: [
    { where: tablesPlace, values: 19 },
    { where: sensitivePlace, values: 5 },
    { where: suppressionPlace, values: 1 },
    { where: 'Methods, perturbative', values: 20 },
    { where: 'Methods, nonperturbative', values: 8 },
    { where: rankSwappingExamples, values: 28 },
    { where: rankSwappingTable, values: 120 },
    { where: ipsoPlace, values: 54 },
    { where: 'Per-record entropy', values: 2 },
    { where: clustersPlace, values: 47 },
    { where: correlationsPlace, values: 10, leftOut: otherFiles },
    { where: fuzzyPlace, values: 74 },
  ],
  parts: [
    { name: 'tabular', deterministic: true, tables: tabularTables },
    { name: 'methods', deterministic: true, tables: (options) => Promise.resolve(methodTables(options)) },
    { name: 'examples', deterministic: true, tables: exampleTables },
    { name: 'rank-swapping', long: true, tables: rankSwappingTables },
    { name: 'rank-swapping-once', long: true, deterministic: true, tables: rankSwappingOnce },
    { name: 'scores', deterministic: true, tables: async (options) => [await scoreTable(options)] },
    { name: 'probabilistic', long: true, deterministic: true, tables: probabilisticTables },
    // Five minutes.
    {
      name: 'probabilistic-eia',
      long: true,
      deterministic: true,
      tables: async (options) => [await swappedTable(options, 'EIA')],
    },
    { name: 'ipso', tables: ipsoTables },
    { name: 'jpeg', deterministic: true, tables: jpegTables },
    { name: 'sampling', tables: async (options) => [await samplingTable(options)] },
    { name: 'categories', deterministic: true, tables: categoryTables },
    { name: 'pil', deterministic: true, tables: async (options) => [await pilTable(options)] },
    { name: 'clusters', long: true, tables: clusterTables },
    { name: 'cluster-relations', deterministic: true, tables: () => Promise.resolve(clusterIdentities()) },
    {
      name: 'correlations',
      long: true,
      deterministic: true,
      tables: async (options) => [await correlationTable(options)],
    },
    {
      name: 'fuzzy-distances',
      long: true,
      deterministic: true,
      tables: async (options) => [fuzzyOriginalTable(), await fuzzyDistanceTable(options)],
    },
    { name: 'fuzzy', long: true, deterministic: true, tables: async (options) => [await fuzzyNoiseTable(options)] },
  ],
  figures: async (options) => [await jpegFigure(options), await samplingFigure(options)],
}
