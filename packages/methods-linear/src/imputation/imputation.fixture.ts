import { dataset, numeric, resolveParams, seededRng, type Column, type MaskResult, maskInput } from '@sdc/core'
import { multipleImputationMethod } from './multiple-imputation.js'
import { maskByPlan } from '@sdc/toolkit'

export interface ImputationRun {
  readonly columns: readonly string[]
  readonly given?: readonly string[]
  readonly params?: Readonly<Record<string, unknown>>
  readonly seed?: string | number
}

/** Runs multiple imputation on a file of these columns. */
export async function impute(
  file: Readonly<Record<string, Float64Array | readonly number[] | Column>>,
  { columns, given = [], params = {}, seed = 1 }: ImputationRun,
): Promise<MaskResult> {
  const isColumn = (values: Float64Array | readonly number[] | Column): values is Column => 'kind' in values
  const data = dataset(
    Object.entries(file).map(([name, values]) => [name, isColumn(values) ? values : numeric(values)] as const),
  )
  return maskByPlan(
    multipleImputationMethod,
    maskInput(data, {
      columns,
      given,
      params: resolveParams(multipleImputationMethod.params, params),
      rng: seededRng(seed),
    }),
  )
}

/** One column of every file. */
export function drawnValues({ files }: MaskResult, name: string): Float64Array[] {
  return files.map(({ columns }) => {
    const column = columns.get(name)
    if (column?.kind !== 'numeric') throw new Error(`there is no numeric column ${name}`)
    return column.values
  })
}

/** Independent standard normal numbers. */
export function normals(n: number, seed: string): Float64Array {
  const rng = seededRng(seed)
  return Float64Array.from({ length: n }, () => rng.normal())
}
