/** Exact noise of a file of which a block at a time is at hand: drawn anew at every reading, and never kept. */
import { blockStream, numericValues, type BlockContext, type PartsContext, type Pass, type Rng } from '@sdc/core'
import { emptySpan, readFrom, unitNoiseOfBlock, type LinearColumns, type NoiseLaw } from '@sdc/stats'
import {
  madePasses,
  mergedStarts,
  requireManyRecords,
  spanOf,
  spanPasses,
  spanStart,
  standFor,
  standIns,
  startAt,
  startsAsRead,
  startsOfBlock,
  whitenedMade,
  type BlockArrays,
  type DrawnColumns,
  type MadeColumns,
  type SpanInParts,
} from '@sdc/toolkit'
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

const STARTS = 'starts'

/**
 * The noise that `exactColumns` makes of the whole file.
 *
 * @param plan - What it is drawn for.
 * @returns Its passes and the noise.
 * @throws MISSING_VALUES from its passes, for a column with missing values; BAD_OPTION and TOO_FEW_RECORDS for too few records.
 */
export function exactInParts<P>(plan: ExactPlan<P>): ExactInParts<P> {
  const { method } = plan
  const own = ({ columns }: PartsContext<P>): readonly Float64Array[] => standIns(0, columns.length)
  const valuesOf = ({ columns, data }: BlockContext<P>): Float64Array[] =>
    columns.map((name) => numericValues(data, name))
  const arrays = (context: BlockContext<P>): BlockArrays => standFor(own(context), valuesOf(context))
  const requireRecords = ({ rows, columns }: PartsContext<P>): void => {
    requireManyRecords(rows, method)
    requireExact(rows, columns.length, method)
  }
  const starts: Pass<P> = {
    name: STARTS,
    known(context, column) {
      requireRecords(context)
      return startsAsRead(context.columns, column)
    },
    of(context) {
      requireRecords(context)
      return startsOfBlock(valuesOf(context), context.block.first)
    },
    merge: mergedStarts,
  }
  const span: SpanInParts<P> = {
    name: 'products',
    start(context) {
      const totals = context.totals.get(STARTS) ?? new Float64Array(0)
      refuseHoles(context, totals)
      return spanStart(emptySpan(context.rows), own(context), totals)
    },
    arrays,
  }
  const refuseHoles = ({ columns }: PartsContext<P>, totals: Float64Array): void => {
    for (const [j, name] of columns.entries()) {
      const { missing, hole } = startAt(totals, j)
      if (missing > 0) throw incomplete(name, missing, hole + 1, method, plan.needs)
    }
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
    passes: [starts, ...spanPasses(span, method, drawn), ...madePasses(made, method)],
    noise: (context) => whitenedMade(made, context, method),
    read(context, columns) {
      const all = new Map([...arrays(context), ...standFor(made.standIns(context), made.make(context))])
      return readFrom(columns, all, context.data.rows)
    },
  }
}
