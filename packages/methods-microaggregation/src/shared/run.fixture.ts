import {
  dataset,
  isSdcError,
  numeric,
  resolveParams,
  seededRng,
  type Column,
  type Dataset,
  type MaskingMethod,
  type MaskResult,
  maskInput,
} from '@sdc/core'
import fc from 'fast-check'
import { maskByPlan } from '@sdc/toolkit'

export const f64 = (values: readonly number[]): Float64Array => Float64Array.from(values)

/** The code of the error that a call throws, undefined if it throws none. */
export function codeOf(run: () => unknown): string | undefined {
  try {
    run()
  } catch (error) {
    return isSdcError(error) ? error.code : String(error)
  }
  return undefined
}

/** A dataset of numeric columns. */
export function numericData(columns: Iterable<readonly [string, Float64Array]>): Dataset {
  return dataset(Array.from(columns, ([name, values]): [string, Column] => [name, numeric(values)]))
}

export interface ApplyOptions {
  readonly seed?: number
  readonly tick?: (fraction: number) => void
}

/** Applies a method to all columns of a dataset. */
export function applyTo<P>(
  method: MaskingMethod<P>,
  data: Dataset,
  params: Readonly<Record<string, unknown>>,
  { seed = 1, tick = () => {} }: ApplyOptions = {},
): MaskResult {
  const result = maskByPlan(
    method,
    maskInput(data, { params: resolveParams(method.params, params), rng: seededRng(seed), tick }),
  )
  if (result instanceof Promise) throw new Error(`${method.id} is not asynchronous`)
  return result
}

export function maskedColumn(result: MaskResult, name: string): Float64Array {
  const column = result.files[0].columns.get(name)
  if (column?.kind !== 'numeric') throw new Error(`no numeric column ${name}`)
  return column.values
}

/** The labels that a run reports, of one masked column where every column has its own. */
export function reportedGroups(result: MaskResult, name = ''): Int32Array {
  const group = result.report?.get('group')
  if (typeof group !== 'object') throw new Error('no groups are reported')
  const column = 'kind' in group ? group : group.column(name)
  if (column.kind !== 'numeric') throw new Error('the groups are not numbers')
  return Int32Array.from(column.values, (label) => label - 1)
}

/** Labels renumbered by first appearance. */
export function partition(labels: ArrayLike<number>): number[] {
  const seen = new Map<number, number>()
  return Array.from(labels, (label) => {
    if (!seen.has(label)) seen.set(label, seen.size)
    return seen.get(label) ?? -1
  })
}

/** Integer grids of 1 to 60 records in 1 to 5 columns: a few values per side, so that distances tie everywhere. */
export const grid: fc.Arbitrary<Float64Array[]> = fc
  .record({
    n: fc.integer({ min: 1, max: 60 }),
    d: fc.integer({ min: 1, max: 5 }),
    side: fc.integer({ min: 1, max: 9 }),
  })
  .chain(({ n, d, side }) =>
    fc.array(fc.array(fc.integer({ min: 0, max: side }), { minLength: n, maxLength: n }), {
      minLength: d,
      maxLength: d,
    }),
  )
  .map((columns) => columns.map(f64))
