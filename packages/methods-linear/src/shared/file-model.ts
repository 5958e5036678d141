/** Regression of a file of many records, from its cross products: bit for bit that of `conditionalModel`. */
import { numericValues, type Aggregate, type Block, type Facts, type Plan, type Totals } from '@sdc/core'
import {
  emptySpan,
  firstColumns,
  identityColumns,
  isLinear,
  readFrom,
  regressionOfSpan,
  sideBySide,
  writtenOver,
  type LinearColumns,
  type RecordColumns,
} from '@sdc/stats/internal'
import { indicatorsIn } from '@sdc/toolkit'
import {
  finiteColumnsOfBlock,
  finiteTotals,
  indicator,
  mergedColumnTotals,
  numbersOf,
  placeholders,
  productSums,
  readSpan,
  spanStart,
  sumsOfSpan,
  TOTALS,
  totalsAsRead,
  totalsAt,
  totalsOfColumns,
  valuesFor,
  type BlockValues,
  type SpannedColumns,
} from '@sdc/toolkit/internal'
import { regressionModel, type ConditionalModel } from './conditional-model.js'

/** Model of a file, linear in placeholders. */
export interface FileModel {
  readonly model: ConditionalModel
  /** Columns that were read together with those of the model, by their placeholders. */
  readonly from: SpannedColumns
  /** Placeholders of the drawn columns, of all that were read, and the sums of products of these. */
  readonly drawn: readonly Float64Array[]
  readonly read: readonly Float64Array[]
  readonly sums: Totals
}

/** Columns that are drawn without knowledge of the model, so that their products are summed with those of its columns. */
export interface DrawnColumns extends SpannedColumns {
  readonly columns: readonly Float64Array[]
}

/** Column of the design: a number, or the indicator of a category. */
interface DesignColumn {
  readonly name: string
  readonly level?: number
  /** Totals of the column. */
  readonly totals: readonly number[]
}

/**
 * Reads the model: in two passes, and a third if columns are near to each other.
 *
 * @param facts - Facts about the file.
 * @param method - Id of the method, for the messages.
 * @param drawn - Draws that are read with its columns.
 * @returns The model; undefined if the products do not tell the columns apart.
 * @throws Error of `conditionalModel`.
 */
export function* readModel(
  facts: Facts<unknown>,
  method: string,
  drawn: DrawnColumns = { columns: [], values: () => new Map() },
): Plan<FileModel | undefined> {
  const { columns, given, masked } = facts
  const rows = facts.rows.masked
  const isNumber = (name: string): boolean => masked.column(name).kind === 'numeric'
  const numbers = [...columns, ...given.filter(isNumber)]
  const categories = given.filter((name) => !isNumber(name))
  const [totals] = yield [columnTotals(numbers, categories, method)]
  const starts = totals.subarray(0, numbers.length * TOTALS)
  const design = designOf(facts, numbers, totals, method)
  const [x, s] = [placeholders(columns.length), placeholders(design.columns.length)]
  const start = spanStart(
    emptySpan(rows),
    [...s, ...x],
    Float64Array.of(...design.columns.flatMap((own) => own.totals), ...starts.subarray(0, columns.length * TOTALS)),
  )
  const from: SpannedColumns = {
    derived: drawn.derived,
    values: (block) =>
      new Map([
        ...valuesFor(x, columns.map((name) => numericValues(block.masked, name))), // oxfmt-ignore
        ...valuesFor(s, design.columns.map((own) => designValues(own, block))), // oxfmt-ignore
        ...drawn.values(block),
      ]),
  }
  const read = [...s, ...x, ...drawn.columns]
  const [sums] = yield [productSums(sideBySide(firstColumns(start), identityColumns(drawn.columns, rows)), 0, from)]
  const span = yield* readSpan(start, from, sumsOfSpan(sums, read, start))
  if (span === undefined) return undefined
  const sizes = x.map((_, j) => totalsAt(starts, j).largest)
  const about = { names: columns, sizes, warnings: design.warnings }
  const model = regressionModel(x, regressionOfSpan(span, x, s), about, method)
  return { model, from, drawn: drawn.columns, read, sums }
}

/** Computes totals of the numbers, then the number of records with each level of the categories. */
function columnTotals(numbers: readonly string[], categories: readonly string[], method: string): Aggregate {
  const length = numbers.length * TOTALS
  return {
    reads: 'masked',
    // Levels are counted when the file is read.
    known: (column) => (categories.length > 0 ? undefined : finiteTotals(totalsAsRead(numbers, column))),
    of: (block) => {
      const values = finiteColumnsOfBlock(block, numbers, method)
      return Float64Array.of(...totalsOfColumns(values), ...categories.flatMap((name) => levelCounts(block, name)))
    },
    merge(total, own) {
      const counts = total.subarray(length).map((count, k) => count + own[length + k])
      return Float64Array.of(...mergedColumnTotals(total.subarray(0, length), own.subarray(0, length)), ...counts)
    },
  }
}

function levelCounts({ masked }: Block, name: string): number[] {
  const column = masked.column(name)
  if (column.kind === 'numeric') return []
  const counts = column.levels.map(() => 0)
  for (const code of column.codes) if (code >= 0) counts[code]++
  return counts
}

function designOf(
  { given, masked, columns: own, rows }: Facts<unknown>,
  numbers: readonly string[],
  totals: Totals,
  method: string,
): { readonly columns: readonly DesignColumn[]; readonly warnings: readonly string[] } {
  let at = numbers.length * TOTALS
  const columns: DesignColumn[] = []
  const warnings: string[] = []
  for (const name of given) {
    const column = masked.column(name)
    if (column.kind === 'numeric') {
      const j = numbers.indexOf(name, own.length)
      columns.push({ name, totals: [...totals.subarray(j * TOTALS, (j + 1) * TOTALS)] })
      continue
    }
    const counts = totals.slice(at, (at += column.levels.length))
    const { levels, warning } = indicatorsIn(name, counts, columns.length, method)
    warnings.push(warning)
    for (const level of levels) columns.push({ name, level, totals: indicatorTotals(rows.masked, counts[level]) })
  }
  return { columns, warnings }
}

/**
 * Totals of an indicator, which is never constant since another level occurs. Sums of ones and zeros are exact in any
 * order.
 */
const indicatorTotals = (rows: number, ones: number): readonly number[] =>
  numbersOf({ count: rows, missing: 0, first: 0, varies: true, largest: 1, sum: ones, lost: 0 })

function designValues({ name, level }: DesignColumn, { masked }: Block): Float64Array {
  const column = masked.column(name)
  return column.kind === 'numeric' || level === undefined ? numericValues(masked, name) : indicator(column, level)
}

/**
 * Returns columns that must be linear, as all columns of a file's model are.
 *
 * @throws TypeError if they are not.
 */
export function requireLinear(columns: RecordColumns): LinearColumns {
  if (!isLinear(columns)) throw new TypeError('the columns of a file in blocks are linear in others')
  return columns
}

/**
 * Computes columns that are linear in placeholders.
 *
 * @param columns - Columns.
 * @param values - Values of the placeholders in a block.
 * @param rows - Number of records of the block.
 * @param spare - Arrays among the values that may be overwritten.
 * @returns An array for each column.
 */
export function arraysOf(
  columns: RecordColumns,
  values: BlockValues,
  rows: number,
  spare: readonly Float64Array[] = [],
): Float64Array[] {
  return writtenOver(spare, readFrom(requireLinear(columns), values, rows))
}
