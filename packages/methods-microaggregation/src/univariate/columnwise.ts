import { dataset, type Column, type Dataset, type MaskInput, type MaskResult } from '@sdc/core'
import { groupableColumns } from '../shared/check.js'
import { groupColumn, maskByGroups, type GroupedColumn } from '../shared/masked-by-groups.js'

/** The groups of one column. */
export type GroupColumn = (values: Float64Array, k: number, tick: (fraction: number) => void) => Uint32Array

/** Masks every column by groups of its own, and reports them in one table under `group`. */
export function maskColumnwise({
  input,
  method,
  group,
}: {
  input: MaskInput<{ readonly k: number }>
  method: string
  group: GroupColumn
}): MaskResult {
  const { columns, params, tick } = input
  const grouped = groupableColumns(input, params.k, method).map((values, j): GroupedColumn => {
    const labels = group(values, params.k, (fraction) => tick((j + fraction) / columns.length))
    tick((j + 1) / columns.length)
    return { name: columns[j], values, labels }
  })
  const { masked, report } = maskByGroups(grouped)
  const groups = dataset(grouped.map(({ name, labels }): [string, Column] => [name, groupColumn(labels)]))
  return { files: [{ columns: masked }], report: new Map<string, Dataset | number>([...report, ['group', groups]]) }
}
