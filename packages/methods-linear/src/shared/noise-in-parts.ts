/** The noise of linear models in parts: drawn anew from the streams of its block at every reading, and never kept. */
import { blockStream, type BlockContext, type PartsContext, type Rng } from '@sdc/core'
import type { NoiseLaw } from '@sdc/stats'
import { identityColumns, isLinear, unitNoiseOfBlock, type LinearColumns } from '@sdc/stats/internal'
import type { BlockArrays, MadeColumns } from '@sdc/toolkit/internal'
import { drawnStandIns, modelArrays, modelInParts, spanOfModel } from './model-in-parts.js'
import type { ConditionalModel } from './conditional-model.js'

/** What noise is drawn for. */
export interface NoisePlan<P> {
  /** The method's id. */
  readonly method: string
  /** How many columns. */
  count(context: PartsContext<P>, model: ConditionalModel): number
  /** No fewer than that, before anything is known of the file: of draws that are used as they are. */
  most?(context: PartsContext<P>): number
  /** What they are to have no covariance with. */
  against(model: ConditionalModel): ConditionalModel['given']
  /** What the draws are made into before they are made exact; the draws where nobody says. */
  made?(context: BlockContext<P>, draws: readonly Float64Array[], arrays: BlockArrays): readonly Float64Array[]
  law?(context: PartsContext<P>): NoiseLaw
  /** The stream of a column. */
  stream?(context: PartsContext<P>, k: number): Rng
}

/** The stream that `draws` takes the values of column k from. */
const factorStream = ({ rng }: PartsContext<unknown>, k: number): Rng => rng.child('factor').child(String(k))

/**
 * The draws of one block.
 *
 * @param context - The block.
 * @param count - How many columns.
 * @param plan - Their law and streams.
 * @returns As many arrays.
 */
export function drawsOfBlock<P>(
  context: BlockContext<P>,
  count: number,
  { law, stream = factorStream }: Pick<NoisePlan<P>, 'law' | 'stream'> = {},
): readonly Float64Array[] {
  const { data, block } = context
  return Array.from({ length: count }, (_, k) =>
    unitNoiseOfBlock(data.rows, law?.(context) ?? 'normal', blockStream(stream(context, k), block.index)),
  )
}

/**
 * The noise as columns of which the residuals are made white.
 *
 * @param plan - What is drawn.
 * @returns The columns.
 * @throws TypeError where what the noise is drawn against is not linear in columns of the file.
 */
export function noiseInParts<P>(plan: NoisePlan<P>): MadeColumns<P> {
  const count = (context: PartsContext<P>): number => plan.count(context, modelInParts(context, plan.method))
  const { most } = plan
  return {
    name: 'noise',
    standIns: (context) => drawnStandIns(count(context)),
    make(context) {
      const draws = drawsOfBlock(context, count(context), plan)
      return plan.made ? plan.made(context, draws, modelArrays(context, plan.method)) : draws
    },
    base(context) {
      const against = plan.against(modelInParts(context, plan.method))
      if (!isLinear(against)) throw new TypeError('a model out of core is linear in its columns')
      return against
    },
    arrays: (context) => modelArrays(context, plan.method),
    drawn: most && {
      beside: spanOfModel(plan.method),
      standIns: (context) => drawnStandIns(most(context)),
      make: (context) => drawsOfBlock(context, most(context), plan),
    },
  }
}

/**
 * Draws as they are, to be read beside the columns of a model.
 *
 * @param count - How many.
 * @param rows - How many records the file has.
 * @returns The columns, linear in stand-ins.
 */
export function plainStandIns(count: number, rows: number): LinearColumns {
  return identityColumns(drawnStandIns(count), rows)
}
