/**
 * Microaggregation by projection: records are ordered by one number and cut into groups that lose the least; each value
 * becomes the mean of its group.
 */
import { defineMethod, numericValues, type MaskingMethod, type Plan, type RankedColumns } from '@sdc/core'
import { covarianceMatrix, sortOrder, symmetricEigen } from '@sdc/stats'
import { optimalPartition } from '@sdc/stats/internal'
import { readCovariancesOf } from '@sdc/toolkit/internal'
import * as z from 'zod'
import { littleEnabled, varianceNote, combinationNote, togetherTraits } from '../shared/traits.js'
import { blockNotes, blockParams, blocksSentence, columnBlocks } from '../shared/blocks.js'
import { checkGroupable } from '../shared/check.js'
import { distanceColumns } from '../shared/distance-columns.js'
import { personNote } from '../shared/few-persons.js'
import { groupSize } from '../shared/group-size.js'
import { readScales, type Scale } from '../shared/scales.js'
import { groupWalk, lossOf } from './group-walk.js'
import { labelRuns } from './label-runs.js'
import { maskTogether, spreadSentence } from '../shared/mask-together.js'

const id = 'microaggregation/projected'

/** Numbers that records may be ordered by. */
const projections = ['pca', 'zscore'] as const

export type Projection = (typeof projections)[number]

/**
 * Records are sorted by one number each, a weighted sum of their standardised values. The sequence is then cut into
 * groups of k or more with the smallest loss over all columns.
 *
 * Worked example: columns 1 2 3 8 9 10 11 and 2 1 3 9 8 11 10, k = 3. The sum of both z's has the order of the sums 3 3
 * 6 17 17 21 21. The best cut is after the third record.
 */
const params = z.object({
  k: groupSize('one value in every column'),
  projection: z
    .enum(projections)
    .default('pca')
    .meta({
      description:
        'Order of the records: pca, their first principal component on standardised columns; zscore, the sum of ' +
        'their standardised values.',
    }),
  ...blockParams,
})

export type ProjectedParams = z.infer<typeof params>

export const projectedMethod: MaskingMethod<ProjectedParams> = defineMethod({
  id,
  title: 'Microaggregation by projection',
  summary:
    'Orders records by a principal component or a sum of z-scores, and replaces neighbouring groups by their mean record.',
  brief: [
    'It keeps means, and at least k records share each combination; it is fast.',
    'Groups are less similar than those of MDAV, so more variation is lost.',
  ],
  formula:
    'y_ij = mean of x_j over group g(i); groups cut the order of Σ_j w_j·z_ij where Σ_i Σ_j (z_ij − z̄_g(i)j)² is least',
  source: [
    { key: 'torra-2013', where: 'microaggregation by projection' },
    { key: 'mateo-sanz-domingo-ferrer-1998', where: 'the projections' },
    { key: 'hansen-mukherjee-2003', where: 'the partition' },
  ],
  honours: ['person'],
  notes: [
    combinationNote,
    {
      topic: 'limits',
      text:
        'Groups have k to 2k − 1 records, and no other cut of the same order loses less. Records with nearly the ' +
        'same projection can be far from each other. More and less correlated columns lose more; MDAV then loses ' +
        'less.',
    },
    {
      topic: 'choices',
      text:
        'Columns are standardised with the divisor n − 1 (within the group of `by`) for the projection and for ' +
        'the loss; means are of the original values. Constant columns are left out of both.',
    },
    { topic: 'parameters', text: 'zscore suits columns that all go the same way; opposite ones cancel in the sum.' },
    {
      topic: 'choices',
      text:
        'The largest weight of the principal component is positive. If two components explain nearly as much, ' +
        'rounding may choose between them.',
    },
    varianceNote,
    ...blockNotes,
    personNote,
  ],
  enables: [littleEnabled],
  traits: { ...togetherTraits, claims: { means: true, kAnonymousBy: { parameter: 'k', when: { blocks: 'all' } } } },
  params,
  examples: [{ k: 7 }, { k: 2, projection: 'zscore' }, { blocks: 'correlated' }],
  needsFile: ({ params: { blocks } }) =>
    isByCorrelation(blocks)
      ? {
          why: `blocks: ${blocks} are chosen by the correlations of the whole file before anything is ordered`,
          instead: 'blocks: listed names the columns of each block, and blocks: all takes them together',
        }
      : undefined,
  *plan(facts) {
    const { columns, params: own, roles } = facts
    if (roles.person !== undefined || isByCorrelation(own.blocks))
      return {
        form: 'file',
        why: 'it counts persons, whose records may be anywhere in the file',
        mask: (input) =>
          maskTogether({
            input,
            method: id,
            group: (values, k, tick) => projected(values, k, { ...input.params, tick }),
          }),
      }
    const scales = yield* readScales(facts, own.k, id)
    const named = columns.map((name, j) => ({ name, values: new Float64Array(0), scale: scales[j] }))
    const sets = columnBlocks(named, own, id)
    const projections = yield* readProjections(sets, own.projection)
    return {
      form: 'ranks',
      walks: projections.map((projection, s) => projectedColumns(projection, s, own.k)),
      end: lossOf,
      warnings: [
        ...blocksSentence(sets.map((set) => set.map(({ name }) => name))),
        ...named.filter(({ scale }) => !varies(scale)).map(({ name }) => spreadSentence(name)),
      ],
    }
  },
})

const isByCorrelation = (blocks: ProjectedParams['blocks']): boolean =>
  blocks === 'correlated' || blocks === 'uncorrelated'

interface ScaledColumn {
  readonly name: string
  readonly scale: Scale
}

const varies = ({ sd }: Scale): boolean => sd * sd > 0

/** Columns masked by the same groups. */
interface SetProjection {
  readonly columns: readonly ScaledColumn[]
  /** Columns that vary, with their weights. */
  readonly used: readonly (ScaledColumn & { readonly weight: number })[]
}

/**
 * Reads the weights of the columns of each set; for principal components, the covariances of the standardised columns.
 */
function* readProjections(
  sets: readonly (readonly ScaledColumn[])[],
  projection: Projection,
): Plan<readonly SetProjection[]> {
  const used = sets.map((set) => set.filter(({ scale }) => varies(scale)))
  const isComponent = (set: readonly ScaledColumn[]): boolean => projection === 'pca' && set.length > 1
  const all = used.filter(isComponent).flat()
  const covariances =
    all.length > 0 &&
    (yield* readCovariancesOf(
      all.map(
        (column) =>
          ({ masked }) =>
            standardised(numericValues(masked, column.name), column),
      ),
    ))
  return used.map((own, s) => {
    const places = own.map((column) => all.indexOf(column))
    const weights =
      covariances && isComponent(own)
        ? symmetricEigen(covariances.selection(places, places)).vectors.getColumn(0)
        : own.map(() => 1)
    return { columns: sets[s], used: own.map((column, j) => ({ ...column, weight: weights[j] })) }
  })
}

/** Returns values of a column, in steps of `width` from `from`, standardised. */
function standardised(values: Float64Array, { scale }: Pick<ScaledColumn, 'scale'>, from = 0, width = 1): Float64Array {
  const { first, mean, sd } = scale
  const own = new Float64Array(values.length / width)
  for (let i = 0; i < own.length; i++) own[i] = (values[i * width + from] - first - mean) / sd
  return own
}

/**
 * Returns the columns in the order of their projection, and their groups: the start of the last group determines the
 * first one.
 */
function projectedColumns({ columns, used }: SetProjection, number: number, k: number): RankedColumns {
  const names = columns.map(({ name }) => name)
  const width = columns.length
  return {
    columns: names,
    order: {
      name: `set-${number + 1}`,
      reads: 'masked',
      ties: 'record',
      of: ({ masked }) =>
        weightedSums(
          used.map((column) => standardised(numericValues(masked, column.name), column)),
          used.map(({ weight }) => weight),
          masked.rows,
        ),
    },
    values: 'columns',
    records: true,
    window: ({ count }) => count,
    walk: ({ count }) =>
      groupWalk(count, width, {
        waiting: () => count,
        cut(sorted, following) {
          if (following > 0) return new Uint32Array(1)
          const scaled = used.map((column) => standardised(sorted, column, names.indexOf(column.name), width))
          return optimalPartition(scaled.length > 0 ? scaled : [new Float64Array(count)], k)
        },
      }),
  }
}

export interface ProjectedOptions {
  /** Default pca. */
  readonly projection?: Projection
  readonly tick?: (fraction: number) => void
}

/**
 * Forms groups of p columns of n records, in any units: labels from 0, in ascending order of the projection; records
 * with equal projections are taken in the order of their index.
 *
 * The groups are the runs of k or more in this order with the smallest sum of squares over the standardised columns.
 * Runs have k to 2k − 1 records, n < 2k makes one. Cost: O(nkp + np²).
 *
 * @param columns - p of n finite values.
 * @param k - Minimum size of a group.
 * @param options - Projection, and a callback for the progress.
 * @returns n labels.
 * @throws TOO_FEW_RECORDS for n < k, MISSING_VALUES, NOT_NUMERIC for values beyond ±1e145, LENGTH_MISMATCH
 */
export function projected(columns: readonly Float64Array[], k: number, options: ProjectedOptions = {}): Uint32Array {
  checkGroupable(columns, k, id)
  const scaled = distanceColumns(columns)
  const order = sortOrder(project(scaled, options.projection ?? 'pca'))
  const inOrder = scaled.map((column) => Float64Array.from(order, (record) => column[record]))
  return labelRuns(order, optimalPartition(inOrder, k, options.tick))
}

/**
 * Computes Σ_j w_j·z_ij of standardised columns: w is the first eigenvector of their correlation matrix, or ones.
 *
 * @param scaled - p standardised columns of n.
 * @param projection - Kind of the weights.
 * @returns n sums.
 */
export function project(scaled: readonly Float64Array[], projection: Projection): Float64Array {
  const first = projection === 'pca' && scaled.length > 1
  const weights = first ? symmetricEigen(covarianceMatrix(scaled)).vectors.getColumn(0) : scaled.map(() => 1)
  return weightedSums(scaled, weights, scaled[0].length)
}

function weightedSums(columns: readonly Float64Array[], weights: readonly number[], rows: number): Float64Array {
  const sums = new Float64Array(rows)
  columns.forEach((column, j) => {
    for (let i = 0; i < sums.length; i++) sums[i] += weights[j] * column[i]
  })
  return sums
}
