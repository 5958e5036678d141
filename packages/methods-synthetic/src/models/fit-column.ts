import { columnLength, isMissing, type Column, type MissingKinds, type Rng } from '@sdc/core'
import { squarablePower, timesPower } from '@sdc/stats/internal'
import type { TreeColumn } from '@sdc/stats/trees'
import { kindAt, kindCount, takeTreeColumn } from '../columns/predictors.js'
import { nearestCommon, rareCodes } from '../columns/rare-categories.js'
import { numbersTo } from '../numbers-to.js'
import type { SequentialParams } from '../params.js'
import { fitModel, missingModels } from './fit-model.js'
import type { FitInput, FittedModel, ModelName } from './model.js'

/** Draws a column for some records; all columns have the length of the file. */
export type DrawColumn = (predictors: readonly TreeColumn[], records: Int32Array, rng: Rng) => Column

/** Model of a column, and its options. */
export interface ColumnFit extends Pick<
  FitInput,
  'smallestLeaf' | 'complexity' | 'support' | 'persons' | 'tick' | 'warn'
> {
  readonly model: ModelName
  /** `kernel` smooths numbers that few persons have; `none` copies them. */
  readonly smoothing: SequentialParams['smoothing']
  /** True if missing values stay where they are. */
  readonly keepsMissing: boolean
  /** Codes of categories that no draw has if the column is smoothed. */
  readonly rare?: ReadonlySet<number> | undefined
}

/**
 * Fits first whether a value is missing and its kind, then the value.
 *
 * Smoothed categories that few persons have are not drawn. Those with an order count as the nearest common one, other records
 * with one are left out, so that common ones of the same leaf take their place. So are kinds of missing values that
 * fewer than `smallestLeaf` persons have.
 *
 * @param column - The original column.
 * @param predictors - The columns before it, of the same records.
 * @param fit - Model and options.
 * @returns The function that draws the column.
 */
export function fitColumn(column: Column, predictors: readonly TreeColumn[], fit: ColumnFit): DrawColumn {
  const { model, smoothing, keepsMissing, smallestLeaf, complexity, support, persons, tick, warn } = fit
  const n = columnLength(column)
  const isSmoothed = smoothing === 'kernel'
  const withValue = safeRecords(column, { smallestLeaf, persons, warn })
  const common = withoutRare(column, withValue, fit)
  const { present } = common
  const shared = { smallestLeaf, complexity, support, isSmoothed, tick, warn }
  const kinds = kindCount(column)
  const isKnown = keepsMissing || (withValue.length === n && present.length > 0)
  const whether = isKnown ? undefined : missingModel()
  // Squares of the largest numbers would be infinite.
  const power = column.kind === 'numeric' ? squarablePower(column.values) : 0
  const what: FittedModel | undefined =
    present.length === 0 ? undefined : fitModel(model, { ...shared, ...taken(present, asTarget(common.column, power)) })
  return (columns, records, rng) => {
    if (keepsMissing) records = records.filter((record) => !isMissing(column, record))
    const missing = whether?.draw(columns, records, rng.child('missing'))
    const filled = records.filter((_, at) => (missing === undefined ? what !== undefined : missing[at] === 0))
    const values = what?.draw(columns, filled, rng.child('values')) ?? []
    const length = keepsMissing ? n : records.reduce((most, record) => Math.max(most, record + 1), 0)
    const missingKinds = keepsMissing ? column.missingKinds : drawnKinds(column, length, records, missing)
    if (column.kind === 'numeric') {
      const made = new Float64Array(length).fill(Number.NaN)
      filled.forEach((record, at) => (made[record] = values[at]))
      return { ...column, values: timesPower(made, -power), missingKinds }
    }
    const made = new Int32Array(length).fill(-1)
    filled.forEach((record, at) => (made[record] = values[at]))
    return { ...column, codes: made, missingKinds }
  }

  function missingModel(): FittedModel | undefined {
    const codes = Int32Array.from({ length: n }, (_, i) => missingCode(column, i))
    const few = isSmoothed ? rareCodes(codes, { smallestLeaf, persons }) : new Set()
    if (present.length === 0) few.add(0)
    const records = numbersTo(n).filter((i) => !few.has(codes[i]))
    if (records.length === 0) return undefined
    const target: TreeColumn = { kind: 'categories', levels: 1 + kinds, codes }
    return fitModel(missingModels[model], { ...shared, ...taken(records, target) })
  }

  function taken(records: Int32Array, target: TreeColumn): Pick<FitInput, 'persons' | 'predictors' | 'target'> {
    return {
      persons: persons && records.map((i) => persons[i]),
      predictors: predictors.map((one) => takeTreeColumn(one, records)),
      target: takeTreeColumn(target, records),
    }
  }
}

/** Records with a value; none if fewer persons than a leaf needs have one, whose values every draw would show. */
function safeRecords(
  column: Column,
  { smallestLeaf, persons, warn }: Pick<ColumnFit, 'smallestLeaf' | 'persons' | 'warn'>,
): Int32Array {
  const present = numbersTo(columnLength(column)).filter((i) => !isMissing(column, i))
  const holders = new Set(present.map((i) => persons?.[i] ?? i)).size
  if (present.length === 0 || holders >= smallestLeaf) return present
  warn(`fewer than ${smallestLeaf} persons have a value: it is left missing`)
  return new Int32Array(0)
}

/** The column and its records with rare categories replaced by the nearest in their order, or without them. */
function withoutRare(
  column: Column,
  records: Int32Array,
  { smoothing, smallestLeaf, persons, rare, warn }: Omit<ColumnFit, 'model'>,
): { readonly column: Column; readonly present: Int32Array } {
  const same = { column, present: records }
  if (column.kind === 'numeric' || records.length === 0) return same
  const { codes } = column
  if (smoothing === 'none') {
    const own = rareCodes(records.map((i) => codes[i]), { smallestLeaf, persons: persons && records.map((i) => persons[i]) }) // oxfmt-ignore
    if (own.size > 0) warn(`categories of fewer than ${smallestLeaf} persons are copied; recode them to larger ones`)
    return same
  }
  const present = records.filter((i) => rare?.has(codes[i]) !== true)
  const count = records.length - present.length
  if (rare === undefined || count === 0) return same
  if (present.length === 0) warn(`fewer than ${smallestLeaf} persons have each category: it is left missing`)
  else {
    const share = `${count} of ${records.length} values`
    warn(`categories of fewer than ${smallestLeaf} persons become others (${share}); recode them to larger ones`)
  }
  return column.ordered && present.length > 0
    ? { column: { ...column, codes: nearestCommon(codes, rare) }, present: records }
    : { column, present }
}

/** 0 for a value, 1 and more for the kinds of missing values. */
function missingCode(column: Column, i: number): number {
  return isMissing(column, i) ? 1 + kindAt(column, i) : 0
}

/** Kinds by the drawn codes; undefined for a column without kinds. */
function drawnKinds(
  { missingKinds }: Column,
  length: number,
  records: Int32Array,
  codes: ArrayLike<number> | undefined,
): MissingKinds | undefined {
  if (missingKinds === undefined) return undefined
  const of = new Int32Array(length).fill(-1)
  if (codes !== undefined) records.forEach((record, at) => (of[record] = codes[at] - 1))
  return { ...missingKinds, of }
}

function asTarget(column: Column, power: number): TreeColumn {
  return column.kind === 'numeric'
    ? { kind: 'numbers', values: timesPower(column.values, power) }
    : { kind: 'categories', codes: column.codes, levels: column.levels.length }
}
