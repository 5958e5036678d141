import { maskedFile } from '@sdc/toolkit'
import type { MaskResult, ValueBounds } from '@sdc/core'
import type { ConditionalModel } from './conditional-model.js'

/** The masked columns with what is worth knowing: the rank of K, and new negative values. */
export function released(
  model: ConditionalModel,
  masked: readonly Float64Array[],
  warnings: readonly string[] = [],
): MaskResult {
  const negatives = newNegatives(model.names, model.columns, masked, model.bounds)
  const result = maskedFile(model.names, masked, [...model.warnings, ...warnings, ...negatives.warnings])
  return { ...result, report: new Map([['rank', model.factors.count], ...negatives.report]) }
}

/**
 * How many values are negative in each column that had none, for the report, and one sentence. The sentence has no counts:
 * a comparison says the same of every run of a candidate once. Of columns whose bounds let none be negative nothing is
 * said: they are kept within after the method.
 */
export function newNegatives(
  names: readonly string[],
  original: readonly Float64Array[],
  masked: readonly Float64Array[],
  bounds?: ReadonlyMap<string, ValueBounds>,
): { readonly report: ReadonlyMap<string, number>; readonly warnings: readonly string[] } {
  const report = new Map<string, number>()
  const turned: string[] = []
  names.forEach((name, j) => {
    if (countNegative(original[j]) > 0 || (bounds?.get(name)?.min ?? -1) >= 0) return
    const count = countNegative(masked[j])
    report.set(`negative ${name}`, count)
    if (count > 0) turned.push(name)
  })
  const sentence = `negative values in columns that had none, how many is in the report: ${turned.join(', ')}`
  return { report, warnings: turned.length > 0 ? [sentence] : [] }
}

function countNegative(values: Float64Array): number {
  let count = 0
  for (let i = 0; i < values.length; i++) if (values[i] < 0) count++
  return count
}
