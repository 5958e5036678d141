import type { Column, MaskInput, MaskResult } from '@sdc/core'
import { groupableColumns } from './check.js'
import { groupSizes } from './group-means.js'
import { groupColumn, hasSpread, maskByGroups } from './masked-by-groups.js'

/** The groups of the records by several columns together. */
export type GroupRecords = (
  columns: readonly Float64Array[],
  k: number,
  tick: (fraction: number) => void,
) => Uint32Array

/** What masks: its input, its id for errors, and how it forms groups. */
export interface Together {
  readonly input: MaskInput<{ readonly k: number }>
  readonly method: string
  readonly group: GroupRecords
}

/** Masks all columns by the same groups of records. */
export function maskTogether({ input, method, group }: Together): MaskResult {
  const { columns, tick } = input
  const { k } = input.params
  const values = groupableColumns(input, k, method)
  const labels = group(values, k, tick)
  const { masked, report } = maskByGroups(columns.map((name, j) => ({ name, values: values[j], labels })))
  const flat = columns.filter((_, j) => !hasSpread(values[j]))
  const warnings = flat.map(
    (name) => `column "${name}" does not vary in these records and is left out of the distances`,
  )
  const least = groupSizes(labels).reduce((so, size) => Math.min(so, size), Infinity)
  if (least < k) {
    warnings.push(`the smallest group has ${least} of the k = ${k} records it should have: this is not k-anonymous`)
  }
  return {
    files: [{ columns: masked }],
    report: new Map<string, Column | number>([...report, ['group', groupColumn(labels)]]),
    warnings,
  }
}
