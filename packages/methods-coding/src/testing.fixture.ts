import {
  dataset,
  resolveParams,
  seededRng,
  type Column,
  type MaskingMethod,
  type MaskResult,
  maskInput,
} from '@sdc/core'
import { maskByPlan } from '@sdc/toolkit'

/** Runs a method on a file of these columns; it masks all of them. */
export async function run<P>(
  method: MaskingMethod<P>,
  columns: Readonly<Record<string, Column>>,
  params: Readonly<Record<string, unknown>> = {},
  seed: number | string = 1,
): Promise<MaskResult> {
  const data = dataset(Object.entries(columns))
  return maskByPlan(
    method,
    maskInput(data, { params: resolveParams(method.params, params, { method: method.id }), rng: seededRng(seed) }),
  )
}

/** The masked numbers of a column. */
export function numbers(result: MaskResult, name: string): number[] {
  const column = result.files[0].columns.get(name)
  if (column?.kind !== 'numeric') throw new Error(`column ${name} is not numeric`)
  return [...column.values]
}

/** The masked labels of a column, null where missing. */
export function labels(result: MaskResult, name: string): (string | null)[] {
  const column = result.files[0].columns.get(name)
  if (column?.kind !== 'categorical') throw new Error(`column ${name} is not categorical`)
  return Array.from(column.codes, (code) => column.levels[code] ?? null)
}
