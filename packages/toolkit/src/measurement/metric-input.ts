import { numericValues, type MeasureInput } from '@sdc/core'

/** The measured columns of both files: of the original as it is, of the masked file record by record with its origin. */
export function bothFiles(input: MeasureInput<unknown>): { readonly x: Float64Array[]; readonly y: Float64Array[] } {
  return {
    x: input.columns.map((name) => numericValues(input.original, name)),
    y: input.columns.map((name) => numericValues(input.masked, name)),
  }
}

/** One column of both files, masked record by masked record; only those whose original record is known. */
export function linkedColumn(
  input: MeasureInput<unknown>,
  name: string,
): { readonly x: Float64Array; readonly y: Float64Array } {
  const x = numericValues(input.original, name)
  const y = numericValues(input.masked, name)
  const rows = Int32Array.from(input.origin.keys()).filter((i) => input.origin[i] >= 0)
  return { x: Float64Array.from(rows, (i) => x[input.origin[i]]), y: Float64Array.from(rows, (i) => y[i]) }
}
