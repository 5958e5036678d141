import { isMissing, type Column, type Hierarchy, type PrepareInput, type Rng } from '@sdc/core'
import { mean, rank, standardDeviation } from '@sdc/stats'
import { keyDomain, releasedKey, type KeyDomain } from '@sdc/toolkit/internal'
import { decisionColumns } from './decision-columns.js'
import { keyView } from './key-view.js'

/** Largest number of categories; a column with more is recoded to at most so many classes. */
const MOST_CLASSES = 40

/** A column of one file, in the form that the statistics need. */
export type FileColumn =
  | {
      readonly kind: 'numeric'
      /** Value of each record; NaN if missing. */
      readonly values: Float64Array
      /** In standard deviations from the mean, both of the original. */
      readonly z: Float64Array
      /** Mean ranks, from 1, NaN if missing; and the number of values. */
      readonly ranks: Float64Array
      readonly present: number
    }
  | {
      readonly kind: 'categorical'
      /** Class of each record; −1 if missing, `size` for a category that the original lacks. */
      readonly codes: Int32Array
      /** Number of classes. */
      readonly size: number
    }

/** A column of the original with statistics, and the recoding that brings a masked column to its form. */
export interface ReferenceColumn {
  readonly name: string
  readonly isKey: boolean
  readonly domain: KeyDomain
  /** The column in the original file. */
  readonly own: FileColumn
  /** Mean and standard deviation of the numbers; 0 for categories. */
  readonly mean: number
  readonly sd: number
  /** Class of each category, and the names of the classes; empty for numbers. */
  readonly classOf: Int32Array
  readonly classes: readonly string[]
}

/** Columns with statistics, and quasi-identifiers left out for too many categories. */
export interface ReferenceColumns {
  readonly columns: readonly ReferenceColumn[]
  readonly tooFine: readonly string[]
}

/**
 * Returns quasi-identifiers and confidential columns of the original, in the form that the statistics need.
 *
 * @param input - The original with its roles.
 * @returns Columns of numbers, and of at most 40 categories or classes. Quasi-identifiers with more, whose hierarchy
 *   has no such level, are left out, because a plan may leave them out as well. Cost: a sort per column.
 */
export function referenceColumns(
  input: Pick<PrepareInput<unknown>, 'original' | 'columns' | 'roles'>,
): ReferenceColumns {
  const { original, roles } = input
  const { keys, values, categories } = decisionColumns(input)
  const tooFine: string[] = []
  const columns = [...keys, ...values, ...categories].flatMap((name): ReferenceColumn[] => {
    const hierarchy = roles.hierarchies?.get(name)
    const domain = keyDomain(original.column(name), hierarchy, roles.times?.get(name))
    const isKey = keys.includes(name)
    if (domain.kind === 'numeric') {
      const scale = { mean: 0, sd: 0 }
      if (domain.sorted.length > 0) {
        scale.mean = mean(domain.sorted)
        scale.sd = domain.sorted.length > 1 ? standardDeviation(domain.sorted) : 0
      }
      const own = numericColumn(domain.values, scale)
      return [{ name, isKey, domain, own, ...scale, classOf: new Int32Array(0), classes: [] }]
    }
    const classes = classesOf(domain.levels, hierarchy) ?? (isKey ? undefined : frequentOf(domain.levels, domain.codes))
    if (!classes) {
      tooFine.push(name)
      return []
    }
    const own = categoricalColumn(domain.codes, classes.classOf, classes.names.length)
    return [{ name, isKey, domain, own, mean: 0, sd: 0, classOf: classes.classOf, classes: classes.names }]
  })
  return { columns, tooFine }
}

interface Classes {
  readonly classOf: Int32Array
  readonly names: readonly string[]
}

/** Returns the categories themselves, up to 40; or the first level of their hierarchy with 2 to 40 classes. */
function classesOf(levels: readonly string[], hierarchy: Hierarchy | undefined): Classes | undefined {
  if (levels.length <= MOST_CLASSES) return { classOf: Int32Array.from(levels.keys()), names: levels }
  const width = hierarchy?.[0]?.length ?? 0
  for (let level = 1; level < width; level++) {
    const classOfValue = new Map(hierarchy?.map((row) => [row[0], row[level]]))
    const names = [...new Set(levels.map((value) => classOfValue.get(value) ?? value))]
    if (names.length > 1 && names.length <= MOST_CLASSES)
      return { classOf: Int32Array.from(levels, (value) => names.indexOf(classOfValue.get(value) ?? value)), names }
  }
  return undefined
}

/** Returns the 39 most frequent categories, and one class for all others. */
function frequentOf(levels: readonly string[], codes: ArrayLike<number>): Classes {
  const counts = new Int32Array(levels.length)
  for (let i = 0; i < codes.length; i++) if (codes[i] >= 0) counts[codes[i]]++
  const frequent = [...levels.keys()].sort((a, b) => counts[b] - counts[a] || a - b).slice(0, MOST_CLASSES - 1)
  const classOf = new Int32Array(levels.length).fill(frequent.length)
  frequent.forEach((level, at) => (classOf[level] = at))
  return { classOf, names: [...frequent.map((level) => levels[level]), 'all others'] }
}

function numericColumn(values: Float64Array, scale: { readonly mean: number; readonly sd: number }): FileColumn {
  const sd = scale.sd > 0 ? scale.sd : 1
  const ranks = rank(values, 'average')
  const present = ranks.reduce((count, one) => count + (Number.isNaN(one) ? 0 : 1), 0)
  return { kind: 'numeric', values, z: values.map((value) => (value - scale.mean) / sd), ranks, present }
}

function categoricalColumn(codes: ArrayLike<number>, classOf: Int32Array, size: number): FileColumn {
  // A level that the original lacks, code `classOf.length`, gets the class after the original's.
  const codeOf = (code: number): number => (code < 0 ? -1 : code < classOf.length ? classOf[code] : size)
  return { kind: 'categorical', codes: Int32Array.from(codes, codeOf), size }
}

/**
 * Returns a masked column in the form of the original one.
 *
 * Quasi-identifiers, and columns recoded to another kind, are replaced by the analyst's view (`keyView`). Other numbers
 * stay unchanged, except infinite ones, which count as missing. Other categories are matched by their text.
 *
 * @param reference - The column of the original.
 * @param column - The masked column.
 * @param rng - Random stream of this column alone.
 * @returns The column. Cost: a sort for numbers, O(n) for categories.
 */
export function releasedColumn(reference: ReferenceColumn, column: Column, rng: Rng): FileColumn {
  const { domain, isKey, classOf, classes } = reference
  if (isKey || column.kind !== domain.kind) {
    const view = keyView(domain, releasedKey(domain, column), rng, (row) => isMissing(column, row))
    return domain.kind === 'numeric' ? numericColumn(view, reference) : categoricalColumn(view, classOf, classes.length)
  }
  if (domain.kind === 'numeric') {
    const values = column.kind === 'numeric' ? column.values : new Float64Array(0)
    return numericColumn(
      values.map((value) => (Number.isFinite(value) ? value : Number.NaN)),
      reference,
    )
  }
  const { codes, levels } = column as Extract<Column, { kind: 'categorical' }>
  const codeIn = levels.map((level) => domain.codeOf.get(level) ?? classOf.length)
  return categoricalColumn(
    codes.map((code) => (code < 0 ? -1 : codeIn[code])),
    classOf,
    classes.length,
  )
}
