import { dataset, type Column, type Dataset, type MaskInput, type MaskResult } from '@sdc/core'
import { blocksSentence, columnBlocks, type BlockParams } from './blocks.js'
import { groupableColumns } from './check.js'
import { distanceColumns, type DistanceScale } from './distance-columns.js'
import { mergeFewPersons, personsWanted } from './few-persons.js'
import { groupSizes } from './group-means.js'
import { groupColumn, hasSpread, maskByGroups } from './masked-by-groups.js'

/** Forms the groups of the records by several columns together. */
export type GroupRecords = (
  columns: readonly Float64Array[],
  k: number,
  tick: (fraction: number) => void,
  scale?: DistanceScale,
) => Uint32Array

/** Masking of columns together: its input, its id for errors, and its way to form groups. */
export interface Together {
  readonly input: MaskInput<BlockParams & { readonly k: number }>
  readonly method: string
  readonly group: GroupRecords
}

/**
 * Masks every block of columns, usually one of all, by the same groups of records.
 *
 * @param together - Input, id of the method, and its way to form groups.
 * @returns The masked columns, the report of groups and information loss, and the warnings.
 */
export function maskTogether({ input, method, group }: Together): MaskResult {
  const { columns, params, tick } = input
  const { k } = params
  const wanted = personsWanted(input, method)
  const checked = groupableColumns(input, k, method).map((values, j) => ({ name: columns[j], values }))
  const blocks = columnBlocks(checked, params, method)
  const partitions = blocks.map((block, b) => {
    const own = block.map(({ values }) => values)
    const labels = group(own, k, (fraction) => tick((b + fraction) / blocks.length))
    return wanted
      ? mergeFewPersons(
          labels,
          wanted,
          distanceColumns(own).map((values) => ({ values })),
        )
      : labels
  })
  const grouped = blocks.flatMap((block, b) => block.map((column) => ({ ...column, labels: partitions[b] })))
  const { masked, report } = maskByGroups(grouped)
  const groups: Column | Dataset =
    partitions.length === 1
      ? groupColumn(partitions[0])
      : dataset(grouped.map(({ name, labels }): [string, Column] => [name, groupColumn(labels)]))
  const names = blocks.map((block) => block.map(({ name }) => name))
  return {
    files: [{ columns: masked }],
    report: new Map<string, Column | Dataset | number>([...report, ['group', groups]]),
    warnings: [
      ...blocksSentence(names),
      ...checked.filter(({ values }) => !hasSpread(values)).map(({ name }) => spreadSentence(name)),
      ...smallGroups(partitions, k),
    ],
  }
}

/**
 * Makes the message about a column without a distance.
 *
 * @param name - Its name.
 * @returns The sentence.
 */
export function spreadSentence(name: string): string {
  return `column "${name}" does not vary in these records and is left out of the distances`
}

function smallGroups(partitions: readonly Uint32Array[], k: number): readonly string[] {
  const sizes = partitions.map((labels) => groupSizes(labels).reduce((least, size) => Math.min(least, size)))
  return smallSentence(Math.min(...sizes), k)
}

/**
 * Makes the message about a group that is too small.
 *
 * @param least - Size of the smallest group.
 * @param k - Minimum size wanted.
 * @returns One sentence; none if the group is large enough.
 */
export function smallSentence(least: number, k: number): readonly string[] {
  if (least >= k) return []
  return [`the smallest group has ${least} records instead of k = ${k}: the file is not k-anonymous`]
}
