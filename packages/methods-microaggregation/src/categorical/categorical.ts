/**
 * Microaggregation of categories, and of categories with numbers: MDAV with a distance from 0 to 1 in every column, each
 * value replaced by the representative of its group (level, median level or mean).
 */
import { defineMethod, type Column, type MaskingMethod, type MaskInput, type MaskResult } from '@sdc/core'
import * as z from 'zod'
import { cellNotes, cellParams } from '../shared/cell-params.js'
import { refuseNarrow } from '../shared/cell-sample.js'
import { groupingReport } from '../shared/cell-totals.js'
import { checkGroupable } from '../shared/check.js'
import { mergeFewPersons, personNote, personsWanted, type CentreColumn } from '../shared/few-persons.js'
import { countGroups } from '../shared/group-means.js'
import { groupSize } from '../shared/group-size.js'
import { cellsOrFile, maskCellsOrFile } from '../shared/mask-cells-or-file.js'
import { groupColumn } from '../shared/masked-by-groups.js'
import { manyLevels } from './many-levels.js'
import { asNumbers, mixedColumn } from './mixed-columns.js'
import { mixedInCells } from './mixed-in-cells.js'
import { chooseTied, groupMixed, squaredGower } from './mixed-mdav.js'
import { representatives } from './representatives.js'

const id = 'microaggregation/categorical'

/**
 * MDAV with representatives instead of means, for categories, ordered categories, numbers, and mixed files.
 *
 * Worked example: one nominal column b a c b b c, k = 2. The most frequent level is b. The a is the first record that
 * differs most from it, and takes the first record at distance 1 from itself, a b. Then the first remaining record that
 * differs most from the a is a c, which takes the other c. Two b are left. The tie of a and b goes to a: a a c b b c.
 */
const params = z.object({
  k: groupSize('one value in every column'),
  ties: z
    .enum(['lowest', 'random'])
    .default('lowest')
    .meta({
      description:
        'Level that represents a group if several are equally frequent, or if an even group has two middle ' +
        'levels: the first in the order of the levels, or a random one of them.',
    }),
  ...cellParams,
})

export type CategoricalParams = z.infer<typeof params>

export const categoricalMethod: MaskingMethod<CategoricalParams> = defineMethod({
  id,
  title: 'Microaggregation of categories and mixed files',
  summary:
    'Replaces groups of at least k similar records by the most frequent level, the median level or the mean of every column.',
  brief: [
    'At least k records share each combination of the masked columns.',
    'Rare categories disappear in frequent ones, and variation within groups is lost.',
  ],
  formula:
    'y_ij = representative of x_j over group g(i); groups by MDAV with d(a, b) = Σ_j d_j: nominal 0 or 1, ' +
    'ordered |a − b|/(levels − 1), numeric |a − b|/range',
  source: [
    { key: 'torra-2004', where: 'the method' },
    { key: 'gower-1971', where: 'the distance' },
    { key: 'domingo-ferrer-torra-2005', where: 'MDAV-generic' },
  ],
  honours: ['person'],
  notes: [
    {
      topic: 'keeps',
      text:
        'Every combination of the masked columns occurs at least k times: k-anonymity over these columns, and ' +
        'over no other columns of the file. Groups have k to 2k − 1 records.',
    },
    {
      topic: 'choices',
      text:
        'A nominal column is represented by its most frequent level, an ordered one (set in the schema) by its ' +
        'median, a numeric one by its mean. MDAV uses the representative of all remaining records as the ' +
        'centroid, with ties to the first level.',
    },
    {
      topic: 'limits',
      text:
        'The most frequent of k different levels is one of them by chance. A warning names nominal columns with ' +
        'more levels than max(20, min(100, n/10)) (postcodes, dates). Recode them first (coding/global-recode, ' +
        'coding/k-anonymous-recode).',
    },
    {
      topic: 'ties',
      text:
        'With ties: lowest the first levels become more frequent in the whole file, and more so for a small k; ' +
        'random favours none.',
    },
    {
      topic: 'choices',
      text:
        'Every column counts from 0 to 1 in a distance, so a different nominal value weighs as much as the whole ' +
        'range of a numeric column. Ranges are those of these records (within the group of `by`), levels those ' +
        'that the column declares. Ties of distances go to the lowest record number.',
    },
    {
      topic: 'interpretation',
      text:
        'SSE is the sum of d_j² between values and representatives, SST that to the representatives of the whole ' +
        'file, IL = 100·SSE/SST. They have the same meaning as in methods for numbers, but their values are not ' +
        'comparable.',
    },
    {
      topic: 'limits',
      text:
        'Equal records are examined once, and bounds exclude most others: 100,000 distinct records of five ' +
        'columns take seconds. If many nominal columns are unrelated, all records are about equally distant and ' +
        'bounds exclude nothing. Time then grows with the square of the number of distinct records, 30,000 ' +
        'taking seconds.',
    },
    {
      topic: 'keeps',
      text:
        'Numeric means are kept, up to the rounding of averages to the step of their column (exactly with ' +
        'precision fine); frequencies of levels change.',
    },
    ...cellNotes,
    personNote,
  ],
  enables: [
    'Little: k can be counted in the released file. The most frequent level of a group shows that some ' +
      'record of the group has it.',
  ],
  traits: {
    accepts: ['numeric', 'ordered', 'nominal'],
    stochastic: true,
    draws: 'choices',
    claims: { means: true, kAnonymousBy: 'k' },
  },
  params,
  examples: [{ k: 7 }, { k: 2, ties: 'random' }, { k: 4, ties: 'random', inBlocks: 25 }],
  needsFile: (facts) => cellsOrFile(facts),
  plan: (facts) =>
    maskCellsOrFile(facts, id, {
      file: maskWhole,
      cells() {
        refuseNarrow(id, facts.params)
        return mixedInCells(facts, id)
      },
    }),
})

function maskWhole(input: MaskInput<CategoricalParams>): MaskResult {
  const { k, ties } = input.params
  const columns = input.columns.map((name) => input.data.column(name))
  const wanted = personsWanted(input, id)
  checkGroupable(columns.map(asNumbers), k, id, { names: input.columns, origin: input.origin })
  const formed = mixedMdav(columns, k, input.tick)
  const labels = wanted ? mergeFewPersons(formed, wanted, centreColumns(columns, formed)) : formed
  const together = new Uint32Array(labels.length)
  const masked = new Map<string, Column>()
  let sse = 0
  let sst = 0
  columns.forEach((column, j) => {
    const rng = input.rng.child(input.columns[j]).child('ties')
    const shown = representatives(column, labels, chooseTied(ties, countGroups(labels), rng))
    masked.set(input.columns[j], shown)
    sse += squaredGower(column, shown)
    sst += squaredGower(
      column,
      representatives(column, together, ([lowest]) => lowest),
    )
  })
  const report = new Map<string, Column | number>([
    ...groupingReport(countGroups(labels), sse, sst),
    ['group', groupColumn(labels)],
  ])
  const warnings = manyLevels(input.columns, (name) => input.data.column(name), input.data.rows, k)
  return { files: [{ columns: masked }], report, warnings }
}

/**
 * MDAV-generic groups of p columns of n records, of any kinds: labels from 0, in the order in which they were formed.
 *
 * The distance is that of `mixedColumn`, the centroid's replacement that of `remainingMixed`; otherwise as `mdav`.
 * Cost: n/k searches among the u distinct records, each of a few dozen boxes and records while columns are few, O(up)
 * at most. Many nominal columns cannot be searched faster. Finding a record that differs from another in every column
 * is the problem of orthogonal vectors, for which no algorithm below the square of the number of records is known.
 *
 * @param columns - p of n records.
 * @param k - Minimum size of a group.
 * @param tick - Called with the fraction done, after every group.
 * @returns n labels.
 * @throws TOO_FEW_RECORDS for n < k, MISSING_VALUES, NOT_NUMERIC for values beyond ±1e145, LENGTH_MISMATCH.
 */
export function mixedMdav(columns: readonly Column[], k: number, tick?: (fraction: number) => void): Uint32Array {
  checkGroupable(columns.map(asNumbers), k, id)
  return groupMixed(columns, k, tick)
}

/**
 * Returns the values for distances between groups: from 0 to 1; for categories without an order the one that represents
 * the group.
 */
function centreColumns(columns: readonly Column[], labels: Uint32Array): CentreColumn[] {
  return columns.map((column) => {
    const { scale, values, unit } = mixedColumn(column)
    if (scale !== 'nominal') return { values: values.map((value) => unit * value) }
    return { values: asNumbers(representatives(column, labels, ([lowest]) => lowest)), isNominal: true }
  })
}
