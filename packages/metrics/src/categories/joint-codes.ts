import type { CategoricalColumn, Column, Dataset, NumericColumn, Totals, Aggregate, Plan } from '@sdc/core'
import { countBelow } from '@sdc/stats'
import { levelsOfBoth } from '@sdc/toolkit'
import { readColumns, readPlaces, type ReadColumn } from '@sdc/toolkit/internal'

/** Maximum number of values of a numeric column compared value by value, and number of classes otherwise. */
export interface NumberClasses {
  readonly values: number
  readonly bins: number
}

/** Column of two files with common codes: equal for equal values, −1 for missing ones. */
export interface JointColumn {
  readonly name: string
  /** Conversion of the column to categories. */
  readonly kind: 'categories' | 'values' | 'classes'
  /** Upper limit of the codes, exclusive. */
  readonly size: number
  codesOf(column: Column, file: 'original' | 'masked'): Int32Array
}

/**
 * Reads columns of both files with the same codes for the same values, from five aggregates of the numbers.
 *
 * Categories are the same if their names are. Numbers are categories if both files together have at most `values`
 * different ones. Otherwise each belongs to one of `bins` classes that the original fills equally. A value at a border
 * is in the lower one; values beyond the original are in the first or last.
 *
 * @param names - The columns.
 * @param files - Both files: kinds and levels.
 * @param classes - Rules for numbers and classes.
 * @returns Columns of the same kind in both files.
 */
export function* readJointColumns(
  names: readonly string[],
  files: { readonly original: Dataset; readonly masked: Dataset },
  { values, bins }: NumberClasses,
): Plan<readonly JointColumn[]> {
  const kindIn = (file: 'original' | 'masked', name: string): string => files[file].column(name).kind
  const alike = names.filter((name) => kindIn('original', name) === kindIn('masked', name))
  const numbers = alike.filter((name) => kindIn('original', name) === 'numeric')
  const both = BOTH.flatMap((file) =>
    readColumns(file, numbers).map((read): Aggregate => differentAggregate(file, read, values)),
  )
  const different = numbers.length === 0 ? [] : yield both
  const few = numbers.map((_, j) => mergedDifferent(different[j], different[numbers.length + j], values))
  const many = numbers.filter((_, j) => few[j].length > values)
  const placeOf = (count: number, b: number): number => Math.ceil(((b + 1) * count) / bins) - 1
  const places = (count: number): number[] => Array.from({ length: bins - 1 }, (_, b) => placeOf(count, b))
  const { columns: placed } =
    many.length === 0 ? { columns: [] } : yield* readPlaces('original', readColumns('original', many), places)
  return alike.map((name): JointColumn => {
    const j = numbers.indexOf(name)
    if (j < 0) {
      const [x, y] = [files.original, files.masked].map((file) => file.column(name) as CategoricalColumn)
      return { name, kind: 'categories', ...jointCategories(x, y) }
    }
    const at = many.indexOf(name)
    if (at < 0) return { name, kind: 'values', ...classesBy(few[j]) }
    const borders = places(placed[at].count).map((place) => placed[at].at(place))
    const different = new Set(borders.filter((one) => one === one))
    return { name, kind: 'classes', ...classesBy(Float64Array.from(different)) }
  })
}

const BOTH = ['original', 'masked'] as const

/** Collects the different values of a column, ascending; if there are more than `most`, some `most` + 1 of them. */
function differentAggregate(file: 'original' | 'masked', read: ReadColumn, most: number): Aggregate {
  return {
    reads: file,
    of(block) {
      const found = new Set<number>()
      const values = read(block)
      for (let i = 0; i < values.length && found.size <= most; i++)
        if (values[i] === values[i]) found.add(values[i] + 0)
      return Float64Array.from(found).sort()
    },
    merge: (total, own) => mergedDifferent(total, own, most),
    isTable: true,
  }
}

function mergedDifferent(total: Totals, own: Totals, most: number): Totals {
  return Float64Array.from(new Set([...total, ...own]))
    .sort()
    .subarray(0, most + 1)
}

type Coded = Pick<JointColumn, 'size' | 'codesOf'>

function jointCategories(x: CategoricalColumn, y: CategoricalColumn): Coded {
  const { codes: masked, levels } = levelsOfBoth(x.levels, y.levels)
  return {
    size: levels.length,
    codesOf(column, file) {
      const { codes } = column as CategoricalColumn
      return file === 'original' ? codes : codes.map((code) => (code < 0 ? -1 : masked[code]))
    },
  }
}

/** Counts the ascending borders below each value; −1 for a missing value. */
function classesBy(borders: Float64Array): Coded {
  return {
    size: borders.length + 1,
    codesOf(column) {
      const { values } = column as NumericColumn
      const codes = new Int32Array(values.length)
      for (let i = 0; i < codes.length; i++) codes[i] = values[i] === values[i] ? countBelow(borders, values[i]) : -1
      return codes
    },
  }
}
