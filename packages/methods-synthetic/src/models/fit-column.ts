import { isMissing, type Column, type Rng } from '@sdc/core'
import type { TreeColumn } from '@sdc/stats/trees'
import { takeTreeColumn } from '../columns/predictors.js'
import { numbersTo } from '../numbers-to.js'
import type { SequentialParams } from '../params.js'
import { fitModel, missingModels } from './fit-model.js'
import type { FitInput, FittedModel, ModelName } from './model.js'

/** Draws a column for some records; all columns have the length of the file. */
export type DrawColumn = (predictors: readonly TreeColumn[], records: Int32Array, rng: Rng) => Column

export interface ColumnFit extends Pick<FitInput, 'smallestLeaf' | 'complexity' | 'persons' | 'tick' | 'warn'> {
  readonly model: ModelName
  readonly smoothing: SequentialParams['smoothing']
  /** Whether missing values stay where they are. */
  readonly keepsMissing: boolean
}

/**
 * Fits whether a value is missing, and then the value.
 *
 * @param column - The original column.
 * @param predictors - The columns before it, of the same records.
 * @param fit - Model and options.
 * @returns The function that draws the column.
 */
export function fitColumn(
  column: Column,
  predictors: readonly TreeColumn[],
  { model, smoothing, keepsMissing, smallestLeaf, complexity, persons, tick, warn }: ColumnFit,
): DrawColumn {
  const n = column.kind === 'numeric' ? column.values.length : column.codes.length
  const present = numbersTo(n).filter((i) => !isMissing(column, i))
  const shared = { smallestLeaf, complexity, isSmoothed: smoothing === 'kernel', tick, warn }
  const whether =
    present.length === n || present.length === 0 || keepsMissing
      ? undefined
      : fitModel(missingModels[model], {
          ...shared,
          persons,
          predictors,
          target: {
            kind: 'categories',
            levels: 2,
            codes: Int32Array.from(numbersTo(n), (i) => (isMissing(column, i) ? 1 : 0)),
          },
        })
  const what: FittedModel | undefined =
    present.length === 0
      ? undefined
      : fitModel(model, {
          ...shared,
          persons: persons && present.map((i) => persons[i]),
          predictors: predictors.map((one) => takeTreeColumn(one, present)),
          target: takeTreeColumn(asTarget(column), present),
        })
  return (columns, records, rng) => {
    if (keepsMissing) records = records.filter((record) => !isMissing(column, record))
    const missing = whether?.draw(columns, records, rng.child('missing'))
    const filled = records.filter((_, at) => (missing === undefined ? what !== undefined : missing[at] === 0))
    const values = what?.draw(columns, filled, rng.child('values')) ?? []
    const length = keepsMissing ? n : records.reduce((most, record) => Math.max(most, record + 1), 0)
    if (column.kind === 'numeric') {
      const made = new Float64Array(length).fill(Number.NaN)
      filled.forEach((record, at) => (made[record] = values[at]))
      return { ...column, values: made }
    }
    const codes = new Int32Array(length).fill(-1)
    filled.forEach((record, at) => (codes[record] = values[at]))
    return { ...column, codes }
  }
}

function asTarget(column: Column): TreeColumn {
  return column.kind === 'numeric'
    ? { kind: 'numbers', values: column.values }
    : { kind: 'categories', codes: column.codes, levels: column.levels.length }
}
