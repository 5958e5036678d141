/** White spans (`extendedSpan`) of columns of a file of which a block at a time is at hand: bit for bit those of the whole file. */
import { SdcError, type BlockContext, type PartsContext, type Pass, type Totals } from '@sdc/core'
import {
  firstReading,
  firstRound,
  identityColumns,
  linearRange,
  MANY_RECORDS,
  mergedSpanSums,
  readFrom,
  sideBySide,
  spanOfRounds,
  spanSumsAmong,
  spanSumsOfBlock,
  type LinearColumns,
  type SpanRound,
  type SpanStart,
  type WhiteSpan,
} from '@sdc/stats/internal'
import { mergedColumnTotals, totalsOfColumns } from './moment-passes.js'
import { spanStart } from './span-start.js'

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
  /** The span whose first reading is its own, too: its columns, which are drawn, stand behind those of that one. */
  readonly beside?: SpanInParts<P> | undefined
}

/** Draws: they depend on nothing but the streams of their block, so that the first reading of a file can sum their products. */
export interface DrawnColumns<P> {
  /** The span that they are read beside (`spanPasses`). */
  readonly beside: SpanInParts<P>
  /** Stand-ins of no fewer columns than will be needed, before any reading has ended; none where none will be. */
  standIns(context: PartsContext<P>): readonly Float64Array[]
  /** As many arrays. */
  make(context: BlockContext<P>): readonly Float64Array[]
}

const NO_DRAWS = { standIns: () => [], make: () => [] }

const again = (name: string): string => `${name} again`

/**
 * The readings of a file that a span is made of: one, and a second where the columns are near to each other.
 *
 * @param span - What it is of.
 * @param method - The method's id, for the messages.
 * @param beside - Draws that the first reading sums the products of, too; of a span on no base.
 * @returns The passes.
 */
export function spanPasses<P>(
  span: SpanInParts<P>,
  method: string,
  beside: Pick<DrawnColumns<P>, 'standIns' | 'make'> = NO_DRAWS,
): readonly Pass<P>[] {
  const first: Pass<P> = {
    name: span.name,
    needed: (context) => span.needed?.(context) ?? true,
    of(context) {
      const start = span.start(context)
      const drawn = beside.standIns(context)
      const columns = sideBySide(firstReading(start), identityColumns(drawn, context.rows))
      const arrays = new Map([...span.arrays(context), ...standFor(drawn, beside.make(context))])
      return sumsOfBlock(context, columns, start.base.sources.length, arrays)
    },
    merge: mergedSpanSums,
  }
  return [first, secondPass(span, method)]
}

function secondPass<P>(span: SpanInParts<P>, method: string): Pass<P> {
  return {
    name: again(span.name),
    needed: (context) => (span.needed?.(context) ?? true) && !roundOf(span, context, method).isPlain,
    of(context) {
      const { white, start } = roundOf(span, context, method)
      return sumsOfBlock(context, white, start.base.count, span.arrays(context))
    },
    merge: mergedSpanSums,
  }
}

function sumsOfBlock(
  { data: { rows } }: BlockContext<unknown>,
  columns: LinearColumns,
  q: number,
  arrays: BlockArrays,
): Totals {
  return spanSumsOfBlock(readFrom(columns, arrays, rows), q, 0, rows)
}

/** What follows from the totals of a pass: it is asked for at every block, and takes long of many columns. */
const made = new WeakMap<Totals, Map<string, unknown>>()

/** What is made of totals, once by each name. */
function once<T>(totals: Totals, name: string, make: () => T): T {
  const own = made.get(totals) ?? new Map<string, unknown>()
  if (!own.has(name)) made.set(totals, own.set(name, make()))
  return own.get(name) as T
}

const firstTotals = <P>({ name, beside }: SpanInParts<P>, { totals }: PartsContext<P>): Totals =>
  totals.get(beside?.name ?? name) as Totals

/** The sums of the first reading of a span, without those of other columns that were read beside it. */
function firstSums<P>({ beside }: SpanInParts<P>, context: PartsContext<P>, totals: Totals, start: SpanStart): Totals {
  const { base, columns } = start
  if (beside === undefined && base.sources.length > 0) return totals
  const before = beside?.start(context).columns ?? []
  const parts = base.sources.map((source) => before.indexOf(source))
  return spanSumsAmong(totals, parts, columns.map((_, k) => before.length + k)) // oxfmt-ignore
}

function roundOf<P>(span: SpanInParts<P>, context: PartsContext<P>, method: string): SpanRound {
  const totals = firstTotals(span, context)
  return once(totals, `round of ${span.name}`, () => {
    const start = span.start(context)
    const round = firstRound(start, firstSums(span, context, totals, start))
    if (round === undefined) throw tooNear(method)
    return round
  })
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
  return once(second ?? firstTotals(span, context), span.name, () => {
    const whole = spanOfRounds(roundOf(span, context, method), second)
    if (whole === undefined) throw tooNear(method)
    return whole
  })
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
  /** Of draws as they are, on a base that is made of the columns of the span that they are read beside: all of them. */
  readonly drawn?: DrawnColumns<P> | undefined
}

const spanOfMade = <P>(made: MadeColumns<P>): SpanInParts<P> => ({
  name: `${made.name} products`,
  needed: (context) => made.standIns(context).length > 0,
  // Draws have no totals.
  start: (context) => spanStart(made.base(context), made.standIns(context), context.totals.get(made.name)),
  beside: made.drawn?.beside,
  arrays: (context) => arraysWithMade(made, context),
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
 * All that a block has: what the base is made of, and what was made.
 *
 * @param made - The columns.
 * @param context - The block.
 * @returns The arrays by their stand-ins.
 */
export function arraysWithMade<P>(made: MadeColumns<P>, context: BlockContext<P>): BlockArrays {
  return new Map([...made.arrays(context), ...standFor(made.standIns(context), made.make(context))])
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
    of: (context) => totalsOfColumns(made.make(context)),
    merge: mergedColumnTotals,
  }
  return [starts, ...spanPasses(spanOfMade(made), method)]
}

/**
 * The same of draws as they are, whose products were summed beside those of the base.
 *
 * @param made - The columns, with what is `drawn`.
 * @param method - The method's id, for the messages.
 * @returns The one pass that is needed where they are near to each other.
 */
export function drawnPasses<P>(made: MadeColumns<P>, method: string): readonly Pass<P>[] {
  return [secondPass(spanOfMade(made), method)]
}

/**
 * The span of the base and the columns made, after `madePasses` or `drawnPasses`.
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
 * The residuals of the columns on the base, made white (`whitenedResiduals`), likewise.
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
 * Throws for a file with so few records that its columns are orthogonalised one by one, as a whole.
 *
 * @param rows - Number of its records.
 * @param method - The method's id, for the message.
 * @throws BAD_OPTION
 */
export function requireManyRecords(rows: number, method: string): void {
  if (rows >= MANY_RECORDS) return
  throw notInParts(
    method,
    `${rows} records out of core: fewer than ${MANY_RECORDS} are orthogonalised one column at a time`,
  )
}

function tooNear(method: string): SdcError {
  const why = 'columns are so near to each other that their cross products do not tell them apart'
  return notInParts(method, `this file out of core: ${why}`, 'Leave out columns that are nearly determined by others. ')
}

function notInParts(method: string, what: string, fix = ''): SdcError {
  const wholly = `${fix}Allow enough memory for the whole file.`
  return new SdcError('BAD_OPTION', `${method} does not run on ${what}`, { method }, wholly)
}
