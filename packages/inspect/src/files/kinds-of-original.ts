import { withColumns, type CategoricalColumn, type Column, type Dataset } from '@sdc/core'
import type { TableFile } from '@sdc/files/formats'

/**
 * Reads labelled numbers of a masked file as numbers if the original has numbers, since a format without measures
 * (Stata) does not say. Codes that the original lacks are classes, and remain categories.
 *
 * @param masked - The masked file.
 * @param original - The original.
 * @returns The masked file with the kinds of the original.
 */
export function withKindsOf(masked: TableFile, original: Dataset): TableFile {
  const { dataset, dictionary } = masked
  const changed = new Map<string, Column>()
  for (const [name, { stored, time }] of dictionary?.columns ?? []) {
    if (stored !== 'number' || time !== undefined || !original.names.includes(name)) continue
    const [before, column] = [original.column(name), dataset.column(name)]
    if (before.kind !== 'numeric' || column.kind !== 'categorical') continue
    const known = new Set(before.values)
    const numbers = column.levels.map(Number)
    if (numbers.every((value) => known.has(value))) changed.set(name, asNumbers(column, numbers))
  }
  return changed.size === 0 ? masked : { ...masked, dataset: withColumns(dataset, changed) }
}

function asNumbers({ codes }: CategoricalColumn, numbers: readonly number[]): Column {
  return { kind: 'numeric', values: Float64Array.from(codes, (code) => (code < 0 ? Number.NaN : numbers[code])) }
}
