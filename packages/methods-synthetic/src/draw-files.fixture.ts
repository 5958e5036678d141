import { dataset, maskInput, noRoles, seededRng, type Column, type Dataset, type Roles } from '@sdc/core'
import { maskByPlan } from '@sdc/toolkit'
import type { SequentialParams } from './params.js'
import { sequentialMethod } from './sequential.js'

/** Settings of a run besides the parameters. */
export interface DrawOptions {
  readonly roles?: Roles | undefined
  readonly columns?: readonly string[] | undefined
  readonly given?: readonly string[] | undefined
  readonly seed?: string | undefined
}

/** Runs the method on a file: its files and warnings. */
export async function drawFiles(
  data: Dataset,
  params: Partial<SequentialParams> = {},
  { roles = noRoles, columns = data.names, given = [], seed = 'draw' }: DrawOptions = {},
): Promise<{ readonly files: readonly Dataset[]; readonly warnings: readonly string[] }> {
  const resolved = sequentialMethod.params.parse(params)
  const input = maskInput(data, { columns, given, roles, params: resolved, rng: seededRng(seed) })
  const { files, warnings } = await maskByPlan(sequentialMethod, input)
  return { files: files.map((one) => dataset(one.columns as ReadonlyMap<string, Column>)), warnings: warnings ?? [] }
}

/** Numbers of a column, or codes of its categories. */
export function valuesOf(data: Dataset, name: string): Float64Array {
  const column = data.column(name)
  return column.kind === 'numeric' ? column.values : Float64Array.from(column.codes)
}
