import { listed, SdcError, type CategoricalColumn, type Dataset } from '@sdc/core'
import { shortNumber } from '@sdc/engine'
import { keyClasses } from '@sdc/stats'
import { transitionEstimate } from '@sdc/stats/internal'
import { levelLabel } from '@sdc/toolkit/internal'
import { columnsText, keyOf, type TransitionModel } from './transition-model.js'

type Level = readonly (string | null)[]

/** Estimate for the records of one matrix. */
export interface StratumEstimate {
  readonly records: number
  readonly leftOut: number
  readonly condition: number
  /** True if the records have a matrix. */
  readonly masked: boolean
  readonly levels: readonly {
    readonly level: Level
    readonly masked: number
    readonly estimate: number
    readonly variance: number
  }[]
}

/**
 * Estimates the frequencies of some records, for the variable of their matrix or for some of its columns, whose levels
 * are then combined.
 *
 * A record with a missing value that is not a level of the matrix was not masked. It counts unchanged if it has a value
 * in the requested columns, and in no level otherwise.
 *
 * @param data - The masked file.
 * @param rows - The records.
 * @param model - Their matrix; undefined if they were not masked.
 * @param columns - Requested columns of the model.
 * @param file - The masked file, for messages.
 * @returns Counts, estimates and their variances by level.
 * @throws BAD_PARAMETER if the matrix lacks a level of the records, or is singular (with its condition number).
 */
export function estimateStratum(
  data: Dataset,
  rows: Int32Array,
  model: TransitionModel | undefined,
  columns: readonly string[],
  file: string,
): StratumEstimate {
  const own = model?.columns ?? columns
  const classes = classesOf(data, rows, own)
  const asked = columns.map((name) => own.indexOf(name))
  const partsAsked = (level: Level): Level => asked.map((j) => level[j])
  const sums = new Map<string, { level: Level; masked: number; estimate: number; weights: Float64Array }>()
  const at = (level: Level): { level: Level; masked: number; estimate: number; weights: Float64Array } => {
    const key = keyOf(partsAsked(level))
    const held = sums.get(key) ?? {
      level: partsAsked(level),
      masked: 0,
      estimate: 0,
      weights: new Float64Array(model?.levels.length ?? 0),
    }
    sums.set(key, held)
    return held
  }
  const placeOf = new Map(model?.levels.map((level, k) => [keyOf(level), k]))
  model?.levels.forEach((level, k) => (at(level).weights[k] = 1))
  const counts = new Float64Array(model?.levels.length ?? 0)
  const unknown: Level[] = []
  let leftOut = 0
  for (const { level, count } of classes) {
    const place = placeOf.get(keyOf(level))
    if (place !== undefined) counts[place] += count
    else if (partsAsked(level).includes(null)) leftOut += count
    else if (model && !level.includes(null)) unknown.push(level)
    else {
      at(level).masked += count
      at(level).estimate += count
    }
  }
  if (model && unknown.length > 0) refuseUnknown(model, unknown, file)
  const found = model && !model.exact ? inverted(model, counts) : undefined
  const levels = [...sums.values()].map(({ level, masked, estimate, weights }) => {
    const before = found?.estimates ?? counts
    let [now, then] = [masked, estimate]
    weights.forEach((weight, k) => {
      now += weight * counts[k]
      then += weight * before[k]
    })
    return { level, masked: now, estimate: then, variance: found ? nearZero(found.varianceOf(weights), now) : 0 }
  })
  return { records: rows.length, leftOut, condition: found?.condition ?? 1, masked: model !== undefined, levels }
}

/** Returns the occurring combinations of some columns with their counts. */
function classesOf(data: Dataset, rows: Int32Array, columns: readonly string[]): { level: Level; count: number }[] {
  const held = columns.map((name) => categoriesOf(data, name))
  const { firsts, sizes } = keyClasses(held.map(({ codes }) => Int32Array.from(rows, (row) => codes[row])))
  return Array.from(firsts, (first, one) => ({
    level: held.map(({ codes, levels }) => levels[codes[rows[first]]] ?? null),
    count: sizes[one],
  }))
}

function categoriesOf(data: Dataset, name: string): CategoricalColumn {
  const column = data.column(name)
  if (column.kind === 'categorical') return column
  throw new SdcError('NOT_CATEGORICAL', `column "${name}" holds numbers`, { column: name }, 'Read it as categories.')
}

/** Returns 0 for a variance within the rounding error of a sum over this number of records. */
function nearZero(variance: number, records: number): number {
  return Math.abs(variance) <= 1e-9 * Math.max(1, records) ? 0 : variance
}

function inverted(
  { matrix, columns, group }: TransitionModel,
  counts: Float64Array,
): Extract<ReturnType<typeof transitionEstimate>, { estimates: Float64Array }> {
  const found = transitionEstimate(matrix, counts)
  if (found.estimates !== undefined) return found
  const of = group === '' ? '' : ` in the group ${group}`
  const condition = found.condition === Infinity ? 'infinite' : shortNumber(found.condition)
  const message = `the transition matrix of ${columnsText(columns)}${of} is singular (condition number ${condition}): masked frequencies do not tell the original ones`
  const fix = 'Nothing can be estimated by it; with a larger diagonal a matrix can be inverted.'
  throw new SdcError('BAD_PARAMETER', message, { column: columns[0] }, fix)
}

function refuseUnknown({ columns, group, levels }: TransitionModel, unknown: readonly Level[], file: string): never {
  const of = group === '' ? '' : `, in the group ${group},`
  const labels = (all: readonly Level[], most: number): string =>
    listed(
      all.map((level) => `"${levelLabel(level)}"`),
      most,
    )
  const message = `${columnsText(columns)} of ${file}${of} has ${labels(unknown, 5)}, and the matrix no such level`
  const fix = `The matrix has ${labels(levels, 20)}: give the one that the file was masked by, and a schema where it needs one.`
  throw new SdcError('BAD_PARAMETER', message, { file, column: columns[0] }, fix)
}
