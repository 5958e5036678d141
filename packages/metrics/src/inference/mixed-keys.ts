import type { CategoricalColumn, Column, Dataset, Taxonomy } from '@sdc/core'
import { countBelow, countUpTo, sortedValues } from '@sdc/stats'

/** Position of a number between two of the pool: halfway between their positions, or in proportion to its value. */
export type Between = 'middle' | 'linear'

/** Distance of two different categories, and of the least and the greatest number. */
export const FULL = 2 ** 24

/** Columns that compare people with records, in whole numbers, so that sums of differences have no rounding. */
export interface MixedKeys {
  readonly names: readonly string[]
  /**
   * True for each column whose codes are positions, whose differences count; false for categories, which are equal or
   * not.
   */
  readonly isPosition: readonly boolean[]
  /** One code for each record, by file and column: a position from 0 to FULL or a category; −1 for none. */
  readonly codes: readonly (readonly Int32Array[])[]
  /** Categories that contain others, for each column with a hierarchy. */
  readonly kin: readonly (Kin | undefined)[]
  /**
   * Columns that cannot be compared: of another kind in one of the files, or mostly with values in the first file that
   * the original and its hierarchy lack.
   */
  readonly unlike: readonly string[]
}

/** Containment of categories. */
export interface Kin {
  readonly levels: number
  /** 1 at x·levels + y if category y is x or above it. */
  readonly covers: Uint8Array
}

/** Largest number of categories: the table has its square. */
const MOST_LEVELS = 2000

/**
 * Codes columns of several files as comparable quasi-identifiers.
 *
 * A number is its position among the numbers of the `pool`: the share of those below it, plus half of those equal to
 * it, in units of 1/FULL. So units, outliers and infinite values do not matter, and a value between two of the pool has
 * its own position. Categories with an order are numbers in that order; others are equal or not, by name. With a
 * hierarchy in the schema, a category matches those below it too; an ordered column that became coarser then counts as
 * one without order. A column that is numeric in only one file is omitted.
 *
 * @param names - The columns; each file has them.
 * @param files - Files to code, the release first.
 * @param pool - Files that define positions.
 * @param original - File with the order of categories and the hierarchies.
 * @param between - Position of a number between two of the pool. With `linear`, numbers closer than any two of the
 *   pool differ, and their positions change with a nonlinear change of units.
 * @returns The coded columns, and those that cannot be compared. Cost: a sort of the pool and n searches in it, a
 *   column.
 */
export function mixedKeys(
  names: readonly string[],
  files: readonly Dataset[],
  pool: readonly number[],
  original: Dataset,
  between: Between = 'middle',
): MixedKeys {
  const usable = names.filter((name) => new Set(files.map((file) => file.column(name).kind)).size === 1)
  const coded = usable.map((name) =>
    codedColumn(
      files.map((file) => file.column(name)),
      pool,
      original.column(name),
      between,
    ),
  )
  const unlike = [...names.filter((name) => !usable.includes(name)), ...usable.filter((_, j) => coded[j].isUnlike)]
  return {
    names: usable,
    isPosition: coded.map(({ isPosition }) => isPosition),
    codes: files.map((_, f) => coded.map(({ codes }) => codes[f])),
    kin: coded.map(({ kin }) => kin),
    unlike,
  }
}

interface CodedColumn {
  readonly isPosition: boolean
  readonly codes: readonly Int32Array[]
  readonly kin?: Kin | undefined
  readonly isUnlike: boolean
}

function codedColumn(
  columns: readonly Column[],
  pool: readonly number[],
  original: Column,
  between: Between,
): CodedColumn {
  if (original.kind === 'numeric' || columns[0].kind === 'numeric')
    return { isPosition: true, codes: positions(columns.map(numbersOf(original)), pool, between), isUnlike: false }
  const release = columns[0]
  const { codes, names } = namedCodes(columns as readonly CategoricalColumn[])
  const { taxonomy } = original
  const known = new Set(original.levels.flatMap((level) => (taxonomy ? lineOf(level, taxonomy) : [level])))
  const foreign = release.levels.map((level) => !known.has(level))
  const isUnlike = 2 * countCodes(release, (code) => foreign[code]) > countCodes(release, () => true)
  const own = new Set(original.levels)
  const isCoarser = taxonomy !== undefined && release.levels.some((level) => known.has(level) && !own.has(level))
  if (original.ordered && !isCoarser)
    return { isPosition: true, codes: positions(columns.map(numbersOf(original)), pool, between), isUnlike }
  return { isPosition: false, codes, kin: isCoarser ? kinOf(names, taxonomy) : undefined, isUnlike }
}

/** Returns a category and all above it, from the lowest up. */
function lineOf(level: string, taxonomy: Taxonomy): string[] {
  const line: string[] = []
  for (let at: string | null | undefined = level; typeof at === 'string' && !line.includes(at); at = taxonomy.get(at))
    line.push(at)
  return line
}

function kinOf(names: readonly string[], taxonomy: Taxonomy): Kin | undefined {
  const levels = names.length
  if (levels > MOST_LEVELS) return undefined
  const codeOf = new Map(names.map((name, code) => [name, code]))
  const covers = new Uint8Array(levels * levels)
  names.forEach((name, x) => {
    for (const above of lineOf(name, taxonomy)) {
      const y = codeOf.get(above)
      if (y !== undefined) covers[x * levels + y] = 1
    }
  })
  return { levels, covers }
}

function countCodes({ codes }: CategoricalColumn, holds: (code: number) => boolean): number {
  let count = 0
  for (const code of codes) if (code >= 0 && holds(code)) count++
  return count
}

/** Returns a column as numbers: its values, or the places of its categories in the order of another column. */
function numbersOf(order: Column): (column: Column) => Float64Array {
  const place = new Map(order.kind === 'categorical' ? order.levels.map((level, at) => [level, at]) : [])
  return (column) => {
    if (column.kind === 'numeric') return column.values
    const places = column.levels.map((level) => place.get(level) ?? Number.NaN)
    return Float64Array.from(column.codes, (code) => (code < 0 ? Number.NaN : places[code]))
  }
}

function positions(files: readonly Float64Array[], pool: readonly number[], between: Between): Int32Array[] {
  const all = new Float64Array(pool.reduce((total, f) => total + files[f].length, 0))
  let at = 0
  for (const f of pool) {
    all.set(files[f], at)
    at += files[f].length
  }
  const sorted = sortedValues(all)
  const unit = FULL / (2 * Math.max(1, sorted.length))
  const placeOf = (value: number): number => {
    const [below, upTo] = [countBelow(sorted, value), countUpTo(sorted, value)]
    if (between === 'middle' || below < upTo || below === 0 || upTo === sorted.length) return below + upTo
    // From the middle of the next lower values to the middle of the next higher ones.
    const [low, high] = [sorted[below - 1], sorted[below]]
    const share = (value - low) / (high - low)
    const [from, to] = [countBelow(sorted, low) + below, below + countUpTo(sorted, high)]
    return share >= 0 && share <= 1 ? from + share * (to - from) : below + upTo
  }
  return files.map((values) =>
    Int32Array.from(values, (value) => (value !== value ? -1 : Math.round(placeOf(value) * unit))),
  )
}

/** Returns equal codes for equal names, and the names by their codes. */
function namedCodes(columns: readonly CategoricalColumn[]): {
  readonly codes: readonly Int32Array[]
  readonly names: readonly string[]
} {
  const codeOf = new Map<string, number>()
  const codes = columns.map(({ codes: own, levels }) => {
    const named = levels.map((level) => {
      const known = codeOf.get(level) ?? codeOf.size
      codeOf.set(level, known)
      return known
    })
    return own.map((code) => (code < 0 ? -1 : named[code]))
  })
  return { codes, names: [...codeOf.keys()] }
}

/**
 * Returns a warning about a column that cannot be compared.
 *
 * @param name - The column.
 * @returns A sentence without a full stop.
 */
export function unlikeText(name: string): string {
  return (
    `column "${name}" was not compared: it has other values in the masked file, and no hierarchy links them to the ` +
    'original. An intruder who can link them learns more'
  )
}
