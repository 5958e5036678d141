import { kindOf, type CategoricalColumn, type Column, type Dataset } from '@sdc/core'
import { countBelow, countUpTo, sortedValues } from '@sdc/stats'

/** The distance of two different categories, and of the least and the greatest number. */
export const FULL = 2 ** 24

/** Columns by which people are compared with records, in whole numbers, so that sums of differences have no rounding. */
export interface MixedKeys {
  readonly names: readonly string[]
  /** By column whether its codes are positions, whose differences count, or categories, which are equal or not. */
  readonly isPosition: readonly boolean[]
  /** By file and column a code a record: a position from 0 to FULL or a category; −1 where there is none. */
  readonly codes: readonly (readonly Int32Array[])[]
}

/**
 * Columns of several files as keys that can be compared.
 *
 * A number is its position among the numbers of the `pool`: the share of those below it, half of those equal to it with them,
 * in units of 1/FULL. So no unit, no outlier and no infinite value matters, and a value between two of the pool has a
 * position of its own. Categories with an order are numbers in that order, those without one are equal or not, by name; an
 * ordered category that `order` does not know is missing. A column that has numbers in one file and categories in another is
 * left out.
 *
 * @param names - The columns; each file has them.
 * @param files - The files whose records are coded.
 * @param pool - Which of the files positions are taken in.
 * @param order - The file whose order of categories counts.
 *
 * Cost: a sort of the pool and n searches in it, a column.
 */
export function mixedKeys(
  names: readonly string[],
  files: readonly Dataset[],
  pool: readonly number[],
  order: Dataset,
): MixedKeys {
  const usable = names.filter((name) => new Set(files.map((file) => file.column(name).kind)).size === 1)
  const isPosition = usable.map((name) => kindOf(order.column(name)) !== 'nominal')
  const byColumn = usable.map((name, j) => {
    const columns = files.map((file) => file.column(name))
    return isPosition[j] ? positions(columns.map(numbersOf(order.column(name))), pool) : namedCodes(columns)
  })
  return { names: usable, isPosition, codes: files.map((_, f) => byColumn.map((codes) => codes[f])) }
}

/** A column as numbers: its values, or the places of its categories in the order of another column. */
function numbersOf(order: Column): (column: Column) => Float64Array {
  const place = new Map(order.kind === 'categorical' ? order.levels.map((level, at) => [level, at]) : [])
  return (column) => {
    if (column.kind === 'numeric') return column.values
    const places = column.levels.map((level) => place.get(level) ?? Number.NaN)
    return Float64Array.from(column.codes, (code) => (code < 0 ? Number.NaN : places[code]))
  }
}

function positions(files: readonly Float64Array[], pool: readonly number[]): Int32Array[] {
  const all = new Float64Array(pool.reduce((total, f) => total + files[f].length, 0))
  let at = 0
  for (const f of pool) {
    all.set(files[f], at)
    at += files[f].length
  }
  const sorted = sortedValues(all)
  const unit = FULL / (2 * Math.max(1, sorted.length))
  return files.map((values) =>
    Int32Array.from(values, (value) =>
      value !== value ? -1 : Math.round((countBelow(sorted, value) + countUpTo(sorted, value)) * unit),
    ),
  )
}

/** Equal codes for equal names. */
function namedCodes(columns: readonly Column[]): Int32Array[] {
  const codeOf = new Map<string, number>()
  return (columns as readonly CategoricalColumn[]).map(({ codes, levels }) => {
    const named = levels.map((level) => {
      const known = codeOf.get(level) ?? codeOf.size
      codeOf.set(level, known)
      return known
    })
    return codes.map((code) => (code < 0 ? -1 : named[code]))
  })
}
