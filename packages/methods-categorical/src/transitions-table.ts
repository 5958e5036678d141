import { categorical, dataset, numeric, type CategoricalColumn, type Column, type Dataset } from '@sdc/core'
import type { PramVariable } from './pram-variable.js'

/**
 * Returns a matrix by the levels of a variable as a table: a row for each original level, a column for each masked one,
 * `to …`.
 *
 * The originals are in `from`; crossed columns have one each, `from region`, `from sex`. A missing value is missing
 * there, and `(missing)` in the label of its column.
 *
 * @param variable - Its columns and levels.
 * @param matrix - One number for every two levels, row by row.
 * @returns The table.
 */
export function transitionsTable(
  variable: Pick<PramVariable, 'names' | 'levels' | 'labels'>,
  matrix: readonly Float64Array[],
): Dataset {
  const { names, levels, labels } = variable
  return dataset([
    ...names.map((name, j): [string, Column] => [
      names.length === 1 ? 'from' : `from ${name}`,
      origins(levels.map((parts) => parts[j])),
    ]),
    ...labels.map((label, l): [string, Column] => [`to ${label}`, numeric(matrix.map((row) => row[l]))]),
  ])
}

function origins(parts: readonly (string | null)[]): CategoricalColumn {
  return categorical(parts, [...new Set(parts.filter((part) => part !== null))])
}
