/** The regression of a file of which a block at a time is at hand: bit for bit that of `conditionalModel`. */
import {
  numeric,
  numericValues,
  type BlockContext,
  type ByBlocks,
  type PartsContext,
  type Pass,
  type Totals,
} from '@sdc/core'
import { emptySpan, isLinear, readFrom, regressionOfSpan, writtenOver, type RecordColumns } from '@sdc/stats/internal'
import { indicatorsIn, requireManyRecords } from '@sdc/toolkit'
import {
  drawnPasses,
  finiteColumnsOfBlock,
  finiteTotals,
  indicator,
  madePasses,
  mergedColumnTotals,
  numbersOf,
  spanOf,
  spanPasses,
  spanStart,
  standFor,
  standIns,
  TOTALS,
  totalsAsRead,
  totalsAt,
  totalsOfColumns,
  type BlockArrays,
  type MadeColumns,
  type SpanInParts,
} from '@sdc/toolkit/internal'
import { regressionModel, type ConditionalModel } from './conditional-model.js'

const VALUES = 'values'

/** The stand-ins: of the masked columns, then of the design, and behind them those of what is drawn. */
const DRAWN = 10_000

/** The stand-ins of columns that are drawn. */
export const drawnStandIns = (count: number): readonly Float64Array[] => standIns(DRAWN, count)

const isNumber = ({ head }: PartsContext<unknown>, name: string): boolean => head.column(name).kind === 'numeric'

/** The columns that are read as numbers: those that are masked, then the given ones. */
const numbersIn = (context: PartsContext<unknown>): readonly string[] => [
  ...context.columns,
  ...context.given.filter((name) => isNumber(context, name)),
]

const categoriesIn = (context: PartsContext<unknown>): readonly string[] =>
  context.given.filter((name) => !isNumber(context, name))

function levelCount({ head }: PartsContext<unknown>, name: string): number {
  const column = head.column(name)
  return column.kind === 'numeric' ? 0 : column.levels.length
}

/** What columns begin with, and how many records have each level of the given categories. */
const valuesPass = (method: string): Pass<unknown> => ({
  name: VALUES,
  known(context, column) {
    requireManyRecords(context.rows, method)
    // Levels are counted where the file is read.
    if (categoriesIn(context).length > 0) return undefined
    const names = numbersIn(context)
    const totals = finiteTotals(totalsAsRead(names, column))
    return totals && Float64Array.of(names.length, ...totals)
  },
  of(context) {
    requireManyRecords(context.rows, method)
    const numbers = finiteColumnsOfBlock(context, numbersIn(context), method)
    const counts = categoriesIn(context).flatMap((name) => {
      const own = new Float64Array(levelCount(context, name))
      const column = context.data.column(name)
      if (column.kind !== 'numeric') for (const code of column.codes) if (code >= 0) own[code]++
      return [...own]
    })
    // How many columns are numbers stands first, so that what follows can be told apart.
    return Float64Array.of(numbers.length, ...totalsOfColumns(numbers), ...counts)
  },
  merge(total, own) {
    const end = 1 + total[0] * TOTALS
    const counts = total.subarray(end).map((count, k) => count + own[end + k])
    return Float64Array.of(total[0], ...mergedColumnTotals(total.subarray(1, end), own.subarray(1, end)), ...counts)
  },
})

/** A column of the design of a file in parts. */
interface DesignColumn {
  readonly name: string
  /** The level that it is the indicator of. */
  readonly level?: number
  /** What a span begins with. */
  readonly start: readonly number[]
}

interface DesignInParts {
  readonly columns: readonly DesignColumn[]
  readonly warnings: readonly string[]
}

/** Another level occurs, too: an indicator is never constant. Sums of ones and zeros are exact in any order. */
const indicatorStart = (rows: number, ones: number): readonly number[] =>
  numbersOf({ count: rows, missing: 0, first: 0, varies: true, largest: 1, sum: ones, lost: 0 })

const startsOf = (totals: Totals): Totals => totals.subarray(1, 1 + totals[0] * TOTALS)

function designOf(context: PartsContext<unknown>, method: string): DesignInParts {
  const totals = context.totals.get(VALUES) as Totals
  const numbers = numbersIn(context)
  const starts = startsOf(totals)
  let at = 1 + starts.length
  const columns: DesignColumn[] = []
  const warnings: string[] = []
  for (const name of context.given) {
    if (isNumber(context, name)) {
      const j = numbers.indexOf(name, context.columns.length)
      columns.push({ name, start: [...starts.subarray(j * TOTALS, (j + 1) * TOTALS)] })
      continue
    }
    const counts = totals.slice(at, (at += levelCount(context, name)))
    const { levels, warning } = indicatorsIn(name, counts, columns.length, method)
    warnings.push(warning)
    for (const level of levels) columns.push({ name, level, start: indicatorStart(context.rows, counts[level]) })
  }
  return { columns, warnings }
}

const standInsOf = (
  { columns }: DesignInParts,
  masked: number,
): { x: readonly Float64Array[]; s: readonly Float64Array[] } => ({
  x: standIns(0, masked),
  s: standIns(masked, columns.length),
})

/**
 * What a model is made of: the design, and then the columns that are masked.
 *
 * @param method - The method's id, for the messages.
 * @returns Their span.
 */
export const spanOfModel = (method: string): SpanInParts<unknown> => ({
  name: 'cross products',
  start(context) {
    const design = designOf(context, method)
    const { x, s } = standInsOf(design, context.columns.length)
    const own = startsOf(context.totals.get(VALUES) as Totals).subarray(0, x.length * TOTALS)
    const starts = Float64Array.of(...design.columns.flatMap(({ start }) => start), ...own)
    return spanStart(emptySpan(context.rows), [...s, ...x], starts)
  },
  arrays: (context) => modelArrays(context, method),
})

/**
 * The masked columns and the design of a block, by their stand-ins.
 *
 * @param context - The block of m records.
 * @param method - The method's id, for the messages.
 * @returns Arrays of m: the columns that are masked, the given numbers, and an indicator (0 or 1) for each category.
 * @throws NOT_NUMERIC for a value that is infinite or too large for a variance.
 */
export function modelArrays(context: BlockContext<unknown>, method: string): BlockArrays {
  const { columns, data } = context
  const design = designOf(context, method)
  const { x, s } = standInsOf(design, columns.length)
  const given = design.columns.map(({ name, level }) => {
    const column = data.column(name)
    return column.kind === 'numeric' || level === undefined ? numericValues(data, name) : indicator(column, level)
  })
  return new Map([...standFor(x, columns.map((name) => numericValues(data, name))), ...standFor(s, given)]) // oxfmt-ignore
}

/**
 * The readings that a model is made of, and its noise.
 *
 * @param method - The method's id, for the messages.
 * @param noise - What is drawn, if anything is.
 * @returns Two passes, and a third where columns are near to each other; after them those of the noise.
 */
export function modelPasses<P>(method: string, noise?: MadeColumns<P>): readonly Pass<P>[] {
  const own = [valuesPass(method), ...spanPasses<P>(spanOfModel(method), method, noise?.drawn)]
  if (noise === undefined) return own
  return [...own, ...(noise.drawn ? drawnPasses : madePasses)(noise, method)]
}

/** The model of the cross products: it is asked for at every block. */
const models = new WeakMap<object, ConditionalModel>()

/**
 * The model after `modelPasses`, linear in what stands for the columns.
 *
 * @param context - What is known of the file.
 * @param method - The method's id, for the messages.
 * @returns The model.
 * @throws what `conditionalModel` throws; BAD_OPTION where cross products do not do.
 */
export function modelInParts(context: PartsContext<unknown>, method: string): ConditionalModel {
  const span = spanOf(spanOfModel(method), context, method)
  const known = models.get(span)
  if (known !== undefined) return known
  const design = designOf(context, method)
  const { x, s } = standInsOf(design, context.columns.length)
  const totals = startsOf(context.totals.get(VALUES) as Totals)
  const sizes = x.map((_, j) => totalsAt(totals, j).largest)
  const about = { names: context.columns, sizes, warnings: design.warnings }
  const model = regressionModel(x, regressionOfSpan(span, x, s), about, method)
  models.set(span, model)
  return model
}

/**
 * What a method masks in a block: columns that are linear in stand-ins.
 *
 * @param context - The block.
 * @param columns - The masked columns.
 * @param arrays - What the stand-ins stand for in the block.
 * @returns The columns by their names.
 */
export function maskedBlock(
  context: BlockContext<unknown>,
  columns: RecordColumns,
  arrays: BlockArrays,
): ReturnType<ByBlocks<unknown>['mask']> {
  const masked = arraysOf(columns, arrays, context.data.rows)
  return new Map(context.columns.map((name, j) => [name, numeric(masked[j])]))
}

/**
 * The values in a block of columns that are linear in stand-ins.
 *
 * @param columns - The columns.
 * @param arrays - What the stand-ins stand for in the block.
 * @param rows - How many records it has.
 * @returns An array a column.
 * @throws TypeError where they are not linear.
 */
export function arraysOf(columns: RecordColumns, arrays: BlockArrays, rows: number): Float64Array[] {
  if (!isLinear(columns)) throw new TypeError('columns of a file out of core are linear in others')
  return writtenOver([], readFrom(columns, arrays, rows))
}
