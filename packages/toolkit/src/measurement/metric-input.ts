import { numericValues, type MeasureInput } from '@sdc/core'

/**
 * Returns the measured columns of both files: the original file unchanged, the masked file record by record with its
 * origin.
 */
export function bothFiles(input: MeasureInput<unknown>): { readonly x: Float64Array[]; readonly y: Float64Array[] } {
  return {
    x: input.columns.map((name) => numericValues(input.original, name)),
    y: input.columns.map((name) => numericValues(input.masked, name)),
  }
}

/** Returns one column of both files for each masked record with a known original record. */
export function linkedColumn(
  input: MeasureInput<unknown>,
  name: string,
): { readonly x: Float64Array; readonly y: Float64Array } {
  const x = numericValues(input.original, name)
  const y = numericValues(input.masked, name)
  const rows = Int32Array.from(input.origin.keys()).filter((i) => input.origin[i] >= 0)
  return { x: Float64Array.from(rows, (i) => x[input.origin[i]]), y: Float64Array.from(rows, (i) => y[i]) }
}
