import { maskedFile } from '@sdc/toolkit'
import type { MaskResult, ValueBounds } from '@sdc/core'
import type { ConditionalModel } from './conditional-model.js'

/**
 * The masked columns with what is worth knowing: the rank of K, and new negative values.
 *
 * @param model - What the columns were drawn by.
 * @param masked - The drawn columns, in the model's order.
 * @param warnings - What else is to be said.
 * @returns The result of the method.
 */
export function released(
  model: ConditionalModel,
  masked: readonly Float64Array[],
  warnings: readonly string[] = [],
): MaskResult {
  const negatives = newNegatives(model.names, model.columns, masked, model.bounds)
  const result = maskedFile(model.names, masked, [...model.warnings, ...warnings])
  return { ...result, report: new Map([['rank', model.factors.count], ...negatives]) }
}

/**
 * How many values are negative in each column that had none, for the report. Of columns whose bounds let none be negative
 * nothing is said: they are kept within after the method. What goes out negative, after all steps, the engine says of any method.
 *
 * @param names - The columns.
 * @param original - Their values before.
 * @param masked - Their values now.
 * @param bounds - What a schema says of them.
 * @returns `negative NAME` with the count.
 */
export function newNegatives(
  names: readonly string[],
  original: readonly Float64Array[],
  masked: readonly Float64Array[],
  bounds?: ReadonlyMap<string, ValueBounds>,
): ReadonlyMap<string, number> {
  const report = new Map<string, number>()
  names.forEach((name, j) => {
    if (countNegative(original[j]) > 0 || (bounds?.get(name)?.min ?? -1) >= 0) return
    report.set(`negative ${name}`, countNegative(masked[j]))
  })
  return report
}

function countNegative(values: Float64Array): number {
  let count = 0
  for (let i = 0; i < values.length; i++) if (values[i] < 0) count++
  return count
}
