/** White spans (`extendedSpan`) of columns of a file of which a block at a time is at hand: bit for bit those of the whole file. */
import { SdcError, type BlockContext, type PartsContext, type Pass, type Totals } from '@sdc/core'
import {
  crossSumsOf,
  firstReading,
  firstRound,
  linearRange,
  MANY_RECORDS,
  mergedSpanSums,
  readFrom,
  spanOfRounds,
  spanSumsOfBlock,
  type LinearColumns,
  type SpanRound,
  type SpanStart,
  type WhiteSpan,
} from '@sdc/stats'
import { mergedStarts, spanStart, startsOfBlock } from './column-starts.js'

/** By what stands for a column: its values in a block. */
export type BlockArrays = ReadonlyMap<Float64Array, Float64Array>

/** A span of columns that every block has or makes its own part of. */
export interface SpanInParts<P> {
  /** The name of its passes. */
  readonly name: string
  /** Whether it has any column, now that the passes before it have ended; it has where nobody says. */
  needed?(context: PartsContext<P>): boolean
  /** What it begins with; its columns and those of the base are stand-ins. */
  start(context: PartsContext<P>): SpanStart
  /** What the stand-ins, those of the base too, stand for in a block. */
  arrays(context: BlockContext<P>): BlockArrays
}

const again = (name: string): string => `${name} again`

/**
 * The readings of a file that a span is made of: one, and a second where the columns are near to each other.
 *
 * @param span - What it is of.
 * @param method - The method's id, for the messages.
 * @returns The passes.
 */
export function spanPasses<P>(span: SpanInParts<P>, method: string): readonly Pass<P>[] {
  const needed = (context: PartsContext<P>): boolean => span.needed?.(context) ?? true
  const sums = (context: BlockContext<P>, columns: LinearColumns, q: number): Totals => {
    const { rows } = context.data
    return spanSumsOfBlock(readFrom(columns, span.arrays(context), rows), q, 0, rows)
  }
  return [
    {
      name: span.name,
      needed,
      of(context) {
        const start = span.start(context)
        return sums(context, firstReading(start), start.base.count)
      },
      merge: mergedSpanSums,
    },
    {
      name: again(span.name),
      needed: (context) => needed(context) && !roundOf(span, context, method).isPlain,
      of(context) {
        const { white, start } = roundOf(span, context, method)
        return sums(context, white, start.base.count)
      },
      merge: mergedSpanSums,
    },
  ]
}

/** What follows from the totals of a pass: it is asked for at every block, and takes long of many columns. */
const rounds = new WeakMap<Totals, SpanRound>()
const spans = new WeakMap<Totals, WhiteSpan>()

function roundOf<P>(span: SpanInParts<P>, context: PartsContext<P>, method: string): SpanRound {
  const totals = context.totals.get(span.name) as Totals
  const known = rounds.get(totals)
  if (known !== undefined) return known
  const start = span.start(context)
  const round = firstRound(start, crossSumsOf(totals, context.rows, start.columns.length, start.base.count))
  if (round === undefined) throw tooNear(method)
  rounds.set(totals, round)
  return round
}

/**
 * The span, linear in the stand-ins, after `spanPasses`.
 *
 * @param span - What it is of.
 * @param context - What is known of the file.
 * @param method - The method's id, for the messages.
 * @returns The span of the whole file.
 * @throws BAD_OPTION where columns are so near to each other that cross products do not do.
 */
export function spanOf<P>(span: SpanInParts<P>, context: PartsContext<P>, method: string): WhiteSpan {
  const second = context.totals.get(again(span.name))
  const key = second ?? (context.totals.get(span.name) as Totals)
  const known = spans.get(key)
  if (known !== undefined) return known
  const round = roundOf(span, context, method)
  const { base, columns } = round.start
  const made = spanOfRounds(round, second && crossSumsOf(second, context.rows, columns.length, base.count))
  if (made === undefined) throw tooNear(method)
  spans.set(key, made)
  return made
}

/** Columns that each block makes anew at every reading: draws, or what is made of draws and a model. */
export interface MadeColumns<P> {
  /** The name of their passes. */
  readonly name: string
  /** As many stand-ins as there are columns, now that the passes before have ended. */
  standIns(context: PartsContext<P>): readonly Float64Array[]
  /** Their values in a block. */
  make(context: BlockContext<P>): readonly Float64Array[]
  /** What they are to have no covariance with: white columns in stand-ins. */
  base(context: PartsContext<P>): LinearColumns
  /** What the stand-ins of the base stand for in a block. */
  arrays(context: BlockContext<P>): BlockArrays
}

const spanOfMade = <P>(made: MadeColumns<P>): SpanInParts<P> => ({
  name: `${made.name} products`,
  needed: (context) => made.standIns(context).length > 0,
  start: (context) =>
    spanStart(made.base(context), made.standIns(context), context.totals.get(made.name) as Totals, context.rows),
  arrays: (context) => new Map([...made.arrays(context), ...standFor(made.standIns(context), made.make(context))]),
})

/**
 * Stand-ins with what they stand for.
 *
 * @param standIns - The stand-ins.
 * @param arrays - As many arrays.
 * @returns The arrays by their stand-ins.
 */
export function standFor(standIns: readonly Float64Array[], arrays: readonly Float64Array[]): BlockArrays {
  return new Map(standIns.map((one, k) => [one, arrays[k]]))
}

/**
 * The readings of a file that make the residuals of such columns on a base white: two, and a third where they are near to each other.
 *
 * @param made - The columns.
 * @param method - The method's id, for the messages.
 * @returns The passes.
 */
export function madePasses<P>(made: MadeColumns<P>, method: string): readonly Pass<P>[] {
  const starts: Pass<P> = {
    name: made.name,
    needed: (context) => made.standIns(context).length > 0,
    of: (context) => startsOfBlock(made.make(context), context.block.first),
    merge: mergedStarts,
  }
  return [starts, ...spanPasses(spanOfMade(made), method)]
}

/**
 * The span of the base and the columns made, after `madePasses`.
 *
 * @param made - The columns.
 * @param context - What is known of the file.
 * @param method - The method's id, for the messages.
 * @returns The span, linear in stand-ins.
 * @throws BAD_OPTION where cross products do not do.
 */
export function madeSpan<P>(made: MadeColumns<P>, context: PartsContext<P>, method: string): WhiteSpan {
  return spanOf(spanOfMade(made), context, method)
}

/**
 * The residuals of the columns on the base, made white (`whitenedResiduals`), after `madePasses`.
 *
 * @param made - The columns.
 * @param context - What is known of the file.
 * @param method - The method's id, for the messages.
 * @returns As many columns, linear in stand-ins; none where none are made.
 * @throws BAD_OPTION where cross products do not do, or the residuals depend on each other.
 */
export function whitenedMade<P>(made: MadeColumns<P>, context: PartsContext<P>, method: string): LinearColumns {
  const base = made.base(context)
  if (made.standIns(context).length === 0) return linearRange(base, 0, 0)
  const span = madeSpan(made, context, method)
  if (span.dependent.length > 0) throw tooNear(method)
  return linearRange(span, base.count, span.count)
}

/**
 * Throws for a file of so few records that its columns are orthogonalised one by one, as a whole.
 *
 * @param rows - How many it has.
 * @param method - The method's id, for the message.
 * @throws BAD_OPTION
 */
export function requireManyRecords(rows: number, method: string): void {
  if (rows >= MANY_RECORDS) return
  const message = `${method} does not run on ${rows} records in parts: of fewer than ${MANY_RECORDS} the columns are orthogonalised one by one`
  throw new SdcError('BAD_OPTION', message, { method }, 'Allow more memory, so that the file is held whole.')
}

function tooNear(method: string): SdcError {
  const message = `${method} does not run on this file in parts: columns are so near to each other that their cross products do not tell them apart`
  const advice =
    'Leave out columns that others all but determine, or allow more memory, so that the file is held whole.'
  return new SdcError('BAD_OPTION', message, { method }, advice)
}
