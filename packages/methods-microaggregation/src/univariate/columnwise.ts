import { dataset, type Column, type Dataset, type FileMasking, type MaskInput, type MaskResult } from '@sdc/core'
import { groupableColumns } from '../shared/check.js'
import { mergeFewPersons, personsWanted } from '../shared/few-persons.js'
import { groupColumn, maskByGroups, type GroupedColumn } from '../shared/masked-by-groups.js'

/** Forms the groups of one column. */
export type GroupColumn = (values: Float64Array, k: number, tick: (fraction: number) => void) => Uint32Array

/**
 * Masks every column by its own groups, each with records of k persons; reports them in one table under `group`.
 *
 * @param method - Id of the method, for messages.
 * @param group - Forms the groups.
 * @returns The masking.
 */
export function maskByPersons(method: string, group: GroupColumn): FileMasking<{ readonly k: number }> {
  return {
    form: 'file',
    why: 'it counts persons, whose records may be anywhere in the file',
    mask: (input) => maskColumnwise(input, method, group),
  }
}

function maskColumnwise(input: MaskInput<{ readonly k: number }>, method: string, group: GroupColumn): MaskResult {
  const { columns, params, tick } = input
  const wanted = personsWanted(input, method)
  const grouped = groupableColumns(input, params.k, method).map((values, j): GroupedColumn => {
    const formed = group(values, params.k, (fraction) => tick((j + fraction) / columns.length))
    const labels = wanted ? mergeFewPersons(formed, wanted, [{ values }]) : formed
    tick((j + 1) / columns.length)
    return { name: columns[j], values, labels }
  })
  const { masked, report } = maskByGroups(grouped)
  const groups = dataset(grouped.map(({ name, labels }): [string, Column] => [name, groupColumn(labels)]))
  return { files: [{ columns: masked }], report: new Map<string, Dataset | number>([...report, ['group', groups]]) }
}
