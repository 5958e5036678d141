/** Microaggregation by projection of a file of which a part at a time is in memory: what is projected is computed block by block. */
import { numericValues, type ByRanks, type PartsContext, type RankedColumn, type RankWalk } from '@sdc/core'
import { symmetricEigen } from '@sdc/stats'
import { optimalPartition } from '@sdc/stats/internal'
import { covarianceOf, covariancePasses, passesOfMade } from '@sdc/toolkit/internal'
import { blocksSentence, columnBlocks, type BlockParams } from '../shared/blocks.js'
import { refuseFewer } from '../shared/check.js'
import { spreadSentence } from '../shared/mask-together.js'
import { scaleOf, scalePasses, type Scale } from '../shared/scale-passes.js'
import { meansOfRuns } from './group-walk.js'

/** What records may be ordered by. */
export const projections = ['pca', 'zscore'] as const

export type Projection = (typeof projections)[number]

interface Params extends BlockParams {
  readonly k: number
  readonly projection: Projection
}

const varies = ({ sd }: Scale): boolean => sd > 0
const standardised = (value: number, { first, mean, sd }: Scale): number => (value - first - mean) / sd

/** Standardised columns; of zeros where nothing varies. */
const scores = passesOfMade<Params>(
  covariancePasses,
  'scores',
  (context) =>
    context.columns.map((name, j) => {
      const scale = scaleOf(context, j)
      return numericValues(context.data, name).map((value) => (varies(scale) ? standardised(value, scale) : 0))
    }),
  ({ params, columns }) => params.projection === 'pca' && columns.length > 1,
)

/**
 * The columns of each block of columns that are masked by the same groups, by their names.
 *
 * @param method - The method's id, for the messages.
 * @param columns - The names of the columns to mask.
 * @param params - Which blocks they make; not those by correlations, for which values are needed.
 * @returns The names in each block.
 * @throws BAD_PARAMETER for lists that are no partition of the columns.
 */
export function setsOf(
  method: string,
  columns: readonly string[],
  params: BlockParams,
): readonly (readonly string[])[] {
  const named = columns.map((name) => ({ name, values: new Float64Array(0) }))
  return columnBlocks(named, params, method).map((set) => set.map(({ name }) => name))
}

/** The columns of a set that vary, with their scales and weights. */
function projectionOf(
  context: PartsContext<Params>,
  set: readonly string[],
): readonly { readonly name: string; readonly scale: Scale; readonly weight: number }[] {
  const places = set.map((name) => context.columns.indexOf(name))
  const used = places.filter((j) => varies(scaleOf(context, j)))
  const first = context.params.projection === 'pca' && used.length > 1
  const weights = first
    ? symmetricEigen(covarianceOf(scores.of(context)).selection(used, used)).vectors.getColumn(0)
    : used.map(() => 1)
  return used.map((j, at) => ({ name: context.columns[j], scale: scaleOf(context, j), weight: weights[at] }))
}

/**
 * How the method runs on parts, where the blocks of columns do not depend on the records.
 *
 * @param method - Its id, for the messages.
 * @returns The readings that the projection asks for, the projection of a block, and the walk along it.
 */
export function projectedInRanks(method: string): ByRanks<Params> {
  return {
    shape: 'ranks',
    ties: () => 'record',
    records: true,
    window: ({ count }) => count,
    together: {
      passes: [...scalePasses(method), ...scores.passes],
      sets: ({ columns, params }) => setsOf(method, columns, params),
      key(context, set) {
        const sums = new Float64Array(context.data.rows)
        for (const { name, scale, weight } of projectionOf(context, set)) {
          const values = numericValues(context.data, name)
          for (let i = 0; i < sums.length; i++) sums[i] += weight * standardised(values[i], scale)
        }
        return sums
      },
    },
    walk: (context) => projectedWalk(context, method),
    words(context) {
      const { columns, params, together: set = [] } = context
      const sets = setsOf(method, columns, params)
      // They are said once, before those of the first set.
      if (sets[0][0] !== set[0]) return {}
      const still = columns.filter((_, j) => {
        const { sd } = scaleOf(context, j)
        return !(sd * sd > 0)
      })
      return { warnings: [...blocksSentence(sets), ...still.map(spreadSentence)] }
    },
  }
}

/** Where the last groups begin decides about the first: the ranks of a set of columns are held. */
function projectedWalk(context: PartsContext<Params> & RankedColumn, method: string): RankWalk {
  const { count, params, together: set = [] } = context
  refuseFewer(count, params.k, method)
  const width = set.length
  const values = new Float64Array(width * count)
  const ranked = new Uint32Array(count)
  let held = 0
  return {
    push(sorted, _, records) {
      values.set(sorted, width * held)
      ranked.set(records, held)
      held += records.length
      return new Float64Array(0)
    },
    end() {
      const used = projectionOf(context, set)
      const scaled = used.map(({ name, scale }) => {
        const j = set.indexOf(name)
        return Float64Array.from({ length: count }, (_, at) => standardised(values[at * width + j], scale))
      })
      const starts = optimalPartition(scaled.length > 0 ? scaled : [new Float64Array(count)], params.k)
      return meansOfRuns(values, ranked, starts, width)
    },
  }
}
