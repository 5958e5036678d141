import { maskedFile, type MaskResult } from '@sdc/core'
import type { ConditionalModel } from './conditional-model.js'

/**
 * The masked columns with what is worth knowing: the rank of K (`rank`), and how many values are negative in columns
 * that had none.
 */
export function released(
  model: ConditionalModel,
  masked: readonly Float64Array[],
  warnings: readonly string[] = [],
): MaskResult {
  const report = new Map([['rank', model.factors.length]])
  const sentences: string[] = []
  model.names.forEach((name, j) => {
    if (countNegative(model.columns[j]) > 0) return
    const count = countNegative(masked[j])
    report.set(`negative ${name}`, count)
    if (count > 0) sentences.push(`column "${name}" has ${count} negative values of ${model.n}, the original had none`)
  })
  const result = maskedFile(model.names, masked, [...model.warnings, ...warnings, ...sentences])
  return { ...result, report }
}

function countNegative(values: Float64Array): number {
  let count = 0
  for (let i = 0; i < values.length; i++) if (values[i] < 0) count++
  return count
}
