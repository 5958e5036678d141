import { columnLength, isMissing, type Column, type MissingKinds, type Rng } from '@sdc/core'
import { squarablePower, timesPower } from '@sdc/stats/internal'
import type { TreeColumn } from '@sdc/stats/trees'
import { kindAt, kindCount, takeTreeColumn } from '../columns/predictors.js'
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
}

/**
 * Fits first whether a value is missing and its kind, then the value.
 *
 * @param column - The original column.
 * @param predictors - The columns before it, of the same records.
 * @param fit - Model and options.
 * @returns The function that draws the column.
 */
export function fitColumn(
  column: Column,
  predictors: readonly TreeColumn[],
  { model, smoothing, keepsMissing, smallestLeaf, complexity, support, persons, tick, warn }: ColumnFit,
): DrawColumn {
  const n = columnLength(column)
  const present = safeRecords(column, { smallestLeaf, persons, warn })
  if (hasRareCategory(column, present, { smallestLeaf, persons }))
    warn(`categories of fewer than ${smallestLeaf} persons are copied; recode them to larger ones`)
  const shared = { smallestLeaf, complexity, support, isSmoothed: smoothing === 'kernel', tick, warn }
  const kinds = kindCount(column)
  const isKnown = present.length === n || keepsMissing || (present.length === 0 && kinds === 1)
  const codes = isKnown ? undefined : Int32Array.from({ length: n }, (_, i) => missingCode(column, i))
  const whether =
    codes &&
    fitModel(missingModels[model], {
      ...shared,
      persons,
      predictors,
      target: { kind: 'categories', levels: 1 + kinds, codes },
    })
  // Squares of the largest numbers would be infinite.
  const power = column.kind === 'numeric' ? squarablePower(column.values) : 0
  const what: FittedModel | undefined =
    present.length === 0
      ? undefined
      : fitModel(model, {
          ...shared,
          persons: persons && present.map((i) => persons[i]),
          predictors: predictors.map((one) => takeTreeColumn(one, present)),
          target: takeTreeColumn(asTarget(column, power), present),
        })
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
}

/** Records with a value; none where fewer persons than a leaf needs have one, whose values every draw would show. */
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

function hasRareCategory(
  column: Column,
  records: Int32Array,
  { smallestLeaf, persons }: Pick<ColumnFit, 'smallestLeaf' | 'persons'>,
): boolean {
  if (column.kind === 'numeric') return false
  const holders = column.levels.map(() => new Set<number>())
  for (const i of records) {
    const own = holders[column.codes[i]]
    if (own.size < smallestLeaf) own.add(persons?.[i] ?? i)
  }
  return holders.some(({ size }) => size > 0 && size < smallestLeaf)
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
