import {
  categorical,
  dataset,
  numeric,
  numericValues,
  type Column,
  type Dataset,
  type Measurement,
  type MeasureInput,
} from '@sdc/core'

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

export function unmeasured(reason: string, used = 0): Measurement {
  return { value: null, reason, used }
}

export const unknownOrigin =
  'it is not known which original record any masked record came from: match the files by a column they share (--key) ' +
  'or by the private file of the run (--origin)'

/** A table of named columns. */
export function table(columns: Readonly<Record<string, readonly string[] | Float64Array>>): Dataset {
  return dataset(
    Object.entries(columns).map(([name, values]): [string, Column] => [
      name,
      values instanceof Float64Array ? numeric(values) : categorical(values),
    ]),
  )
}
