/** Exact noise of a file of which a block at a time is at hand: drawn anew at every reading, and never kept. */
import { blockStream, numericValues, type BlockContext, type PartsContext, type Pass, type Rng } from '@sdc/core'
import type { NoiseLaw } from '@sdc/stats'
import { emptySpan, readFrom, unitNoiseOfBlock, type LinearColumns } from '@sdc/stats/internal'
import { requireManyRecords } from '@sdc/toolkit'
import {
  arraysWithMade,
  columnTotals,
  drawnPasses,
  spanOf,
  spanPasses,
  spanStart,
  standFor,
  standIns,
  totalsAt,
  whitenedMade,
  type BlockArrays,
  type DrawnColumns,
  type MadeColumns,
  type SpanInParts,
} from '@sdc/toolkit/internal'
import { requireExact } from './exact-noise.js'
import { incomplete } from './inputs.js'

/** What exact noise is drawn for. */
export interface ExactPlan<P> {
  /** The method's id. */
  readonly method: string
  /** What cannot be done with missing values. */
  readonly needs: string
  /** How many columns of noise, once the passes before have ended. */
  count(context: PartsContext<P>): number
  law(context: PartsContext<P>): NoiseLaw
  /** The stream of a column of noise. */
  stream(context: PartsContext<P>, k: number): Rng
}

/** Exact noise in parts. */
export interface ExactInParts<P> {
  /** The readings of the file that it needs. */
  readonly passes: readonly Pass<P>[]
  /** Draws with mean 0, covariance the identity and none with the columns, linear in stand-ins. */
  noise(context: PartsContext<P>): LinearColumns
  /** Such columns, of a block. */
  read(context: BlockContext<P>, columns: LinearColumns): LinearColumns
}

const HOLES = 'holes'

/**
 * The noise that `exactColumns` makes of the whole file.
 *
 * @param plan - What it is drawn for.
 * @returns Its passes, which come after `momentPasses` or `covariancePasses`, and the noise.
 * @throws MISSING_VALUES from its passes, for a column with missing values; BAD_OPTION and TOO_FEW_RECORDS for too few records.
 */
export function exactInParts<P>(plan: ExactPlan<P>): ExactInParts<P> {
  const { method } = plan
  const own = ({ columns }: PartsContext<P>): readonly Float64Array[] => standIns(0, columns.length)
  const arrays = (context: BlockContext<P>): BlockArrays =>
    standFor(own(context), context.columns.map((name) => numericValues(context.data, name))) // oxfmt-ignore
  const holes: Pass<P> = {
    name: HOLES,
    needed: (context) => context.columns.some((_, j) => totalsAt(columnTotals(context), j).missing > 0),
    of: ({ columns, data, block }) =>
      Float64Array.from(columns, (name) => {
        const at = numericValues(data, name).findIndex(Number.isNaN)
        return at < 0 ? -1 : block.first + at
      }),
    merge: (total, own) => total.map((row, j) => (row < 0 ? own[j] : row)),
  }
  const span: SpanInParts<P> = {
    name: 'products',
    start(context) {
      const { rows, columns } = context
      requireManyRecords(rows, method)
      requireExact(rows, columns.length, method)
      const totals = columnTotals(context)
      context.totals.get(HOLES)?.forEach((row, j) => {
        if (row >= 0) throw incomplete(columns[j], totalsAt(totals, j).missing, row + 1, method, plan.needs)
      })
      return spanStart(emptySpan(rows), own(context), totals)
    },
    arrays,
  }
  const drawn: DrawnColumns<P> = {
    beside: span,
    standIns: (context) => standIns(context.columns.length, plan.count(context)),
    make: (context) =>
      Array.from({ length: plan.count(context) }, (_, k) => {
        const stream = blockStream(plan.stream(context, k), context.block.index)
        return unitNoiseOfBlock(context.data.rows, plan.law(context), stream)
      }),
  }
  const made: MadeColumns<P> = {
    ...drawn,
    name: 'noise',
    base: (context) => spanOf(span, context, method),
    arrays,
    drawn,
  }
  return {
    passes: [holes, ...spanPasses(span, method, drawn), ...drawnPasses(made, method)],
    noise: (context) => whitenedMade(made, context, method),
    read: (context, columns) => readFrom(columns, arraysWithMade(made, context), context.data.rows),
  }
}
