import { numericValues, SdcError, type CategoricalColumn, type Column, type Dataset, type Rng } from '@sdc/core'
import { categoryPlaces } from './category-places.js'
import type { SemanticDistance } from './marginality.js'

/** Columns of both files as numbers to rank: values, or the places of categories. */
export interface RankableColumns {
  readonly x: Float64Array
  readonly y: Float64Array
  /** Converts numbers that are values of x back to a column of the original's kind. */
  back(z: Float64Array): Column
}

/**
 * Makes the numbers by which reverse mapping ranks a column: numbers unchanged, or by the ordered classes that they
 * were recoded to; categories by `categoryPlaces`.
 *
 * @param original - Original column.
 * @param masked - File with the masked column of the same name.
 * @param name - Name of the column.
 * @param distance - Measure of the distance between categories.
 * @param rng - Source of the order of categories that are equally near to all records; without it they keep their
 *   own.
 * @returns The numbers of both columns, and the conversion back.
 * @throws NOT_NUMERIC and NOT_CATEGORICAL if the files differ in kind, and the errors of `categoryPlaces`
 */
export function rankableColumns(
  original: Column,
  masked: Dataset,
  name: string,
  distance: SemanticDistance,
  rng?: Rng,
): RankableColumns {
  if (original.kind === 'numeric') {
    return { x: original.values, y: maskedNumbers(masked, name), back: (values) => ({ kind: 'numeric', values }) }
  }
  const { x, y, codeAt } = categoryPlaces(original, categories(masked, name), distance, rng)
  return {
    x,
    y,
    back: (z) => ({ ...original, codes: Int32Array.from(z, (place) => (Number.isNaN(place) ? -1 : codeAt[place])) }),
  }
}

/** Returns the masked numbers; for a column that was recoded to ordered classes, the places of the classes. */
function maskedNumbers(masked: Dataset, name: string): Float64Array {
  const column = masked.column(name)
  if (column.kind === 'numeric' || !column.ordered) return numericValues(masked, name)
  return Float64Array.from(column.codes, (code) => (code < 0 ? Number.NaN : code))
}

function categories(data: Dataset, name: string): CategoricalColumn {
  const column = data.column(name)
  if (column.kind === 'categorical') return column
  const message = `the original has categories in "${name}", the masked file numbers`
  const fix = 'Declare it categorical in the schema of both files.'
  throw new SdcError('NOT_CATEGORICAL', message, { column: name }, fix)
}
