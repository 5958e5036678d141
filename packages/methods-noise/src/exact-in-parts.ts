/** Exact noise of a file read block by block: drawn again in every pass, and never stored. */
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

/** Settings of exact noise. */
export interface ExactPlan<P> {
  /** The method's id. */
  readonly method: string
  /** Reason why missing values are refused. */
  readonly needs: string
  /** Number of noise columns, known once the previous passes have ended. */
  count(context: PartsContext<P>): number
  law(context: PartsContext<P>): NoiseLaw
  /** Random stream of one noise column. */
  stream(context: PartsContext<P>, k: number): Rng
}

/** Exact noise out of core. */
export interface ExactInParts<P> {
  /** Passes over the file that it needs. */
  readonly passes: readonly Pass<P>[]
  /** Draws with mean 0, identity covariance and no covariance with the columns, as linear combinations of stand-ins. */
  noise(context: PartsContext<P>): LinearColumns
  /** Reads these columns for one block. */
  read(context: BlockContext<P>, columns: LinearColumns): LinearColumns
}

const HOLES = 'holes'

/**
 * Exact noise as `exactColumns` makes it of the whole file, out of core.
 *
 * @param plan - The settings.
 * @returns The noise and its passes, which follow `momentPasses` or `covariancePasses`.
 * @throws MISSING_VALUES from its passes, for a column with missing values; BAD_OPTION and TOO_FEW_RECORDS for too few
 * records.
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
