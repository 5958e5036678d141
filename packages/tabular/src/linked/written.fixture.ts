import { categorical, type CategoricalColumn, type Table, type Taxonomy } from '@sdc/core'
import { relationsOf } from '../table/relations.js'

/** A table from lines of levels and a value; `parents` are the hierarchies by dimension. */
export function written(
  names: readonly string[],
  lines: readonly string[],
  parents: readonly (Taxonomy | undefined)[] = [],
): Table {
  const cells = lines.map((line) => line.split(' '))
  const dimensions = names.map((_, d): CategoricalColumn => {
    const column = categorical(cells.map((cell) => cell[d]))
    const total = column.levels.includes('Total')
    const usual = new Map(column.levels.map((level) => [level, level === 'Total' ? null : 'Total']))
    const taxonomy = parents[d] ?? (total ? usual : undefined)
    return { ...column, ...(taxonomy && { taxonomy }) }
  })
  const values = Float64Array.from(cells, (cell) => Number(cell[names.length]))
  const counts = Int32Array.from(cells, (cell) => Number(cell[names.length + 1] ?? cell[names.length]))
  return { dimensions, names, counts, values, equations: relationsOf(dimensions).relations }
}
