import {
  maskInput,
  numeric,
  dataset,
  resolveParams,
  seededRng,
  type Column,
  type Dataset,
  type MaskingMethod,
  type MaskResult,
} from '@sdc/core'
import { maskByPlan } from '@sdc/toolkit'

/** File of these columns; arrays become columns of numbers. */
export function fileOf(columns: Readonly<Record<string, Column | Float64Array | readonly number[]>>): Dataset {
  return dataset(
    Object.entries(columns).map(([name, column]): readonly [string, Column] => [
      name,
      'kind' in column ? (column as Column) : numeric(column as Float64Array),
    ]),
  )
}

/** Runs a method on some columns of a file, all where none are named. */
export async function run<P>(
  method: MaskingMethod<P>,
  data: Dataset,
  params: Readonly<Record<string, unknown>> = {},
  columns: readonly string[] = data.names,
  seed: string | number = 1,
): Promise<MaskResult> {
  const resolved = resolveParams(method.params, params, { method: method.id })
  return maskByPlan(method, maskInput(data, { columns, params: resolved, rng: seededRng(seed) }))
}

/** The numbers of a masked column. */
export function numbersOf(result: MaskResult, name: string): Float64Array {
  const column = result.files[0].columns.get(name)
  if (column?.kind !== 'numeric') throw new Error(`column ${name} was not masked`)
  return column.values
}
