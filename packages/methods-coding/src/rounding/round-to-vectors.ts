import { numeric, SdcError, type Column, type ErrorPlace } from '@sdc/core'
import { countValues } from '@sdc/stats'
import { nearestVectors } from './nearest-vectors.js'
import { vectorColumns, type VectorRows } from './vector-table.js'

export interface VectorRounding {
  readonly columns: ReadonlyMap<string, Column>
  /** Number of records of each vector that occurs. */
  readonly report: ReadonlyMap<string, number>
  readonly warnings: readonly string[]
}

/**
 * Replaces the columns of each record together by the nearest of some vectors; missing values stay missing.
 *
 * @param named - The columns by name, d of n records.
 * @param rows - The vectors, below the names of the columns.
 * @param place - Method, for error messages.
 * @throws BAD_PARAMETER as `vectorColumns` does, NOTHING_MOVES if a column stays unchanged.
 */
export function roundToVectors(
  named: ReadonlyMap<string, Float64Array>,
  rows: VectorRows,
  place: ErrorPlace,
): VectorRounding {
  const names = [...named.keys()]
  const values = [...named.values()]
  const vectors = vectorColumns(rows, names, place)
  const { index, constant } = nearestVectors(values, vectors)
  const columns = new Map<string, Column>()
  const warnings: string[] = []
  names.forEach((name, j) => {
    const masked = values[j].map((value, i) => (Number.isNaN(value) ? value : vectors[j][index[i]]))
    const missing = masked.length - countValues(masked)
    if (missing < masked.length && masked.every((value, i) => value === values[j][i] || Number.isNaN(value))) {
      const message = `every value of column "${name}" already is that of its vector: rounding changes none`
      const fix = 'Choose vectors farther apart, or leave the column out.'
      throw new SdcError('NOTHING_MOVES', message, { ...place, parameter: 'vectors', column: name }, fix)
    }
    if (missing > 0) warnings.push(`column "${name}": ${missing} missing values stay missing`)
    if (constant[j] && missing < masked.length)
      warnings.push(`column "${name}" has one value here: it counts in no distance`)
    columns.set(name, numeric(masked))
  })
  const used = new Set(index)
  used.delete(-1)
  return { columns, report: new Map([['vectors used', used.size]]), warnings }
}
