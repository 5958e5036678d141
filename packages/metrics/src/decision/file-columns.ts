import { isMissing, type Column, type Hierarchy, type PrepareInput, type Rng } from '@sdc/core'
import { mean, rank, standardDeviation } from '@sdc/stats'
import { decisionColumns } from './decision-columns.js'
import { keyDomain, releasedKey, type KeyDomain } from './key-cells.js'
import { keyView } from './key-view.js'

/** A key of more levels is taken by the first level of its hierarchy that has no more classes. */
const MOST_CLASSES = 40

/** A column of one file as statistics need it. */
export type FileColumn =
  | {
      readonly kind: 'numeric'
      /** By record; NaN where missing. */
      readonly values: Float64Array
      /** In standard deviations from the mean, both of the original. */
      readonly z: Float64Array
      /** Mean ranks, from 1, NaN where missing; and the number of values. */
      readonly ranks: Float64Array
      readonly present: number
    }
  | {
      readonly kind: 'categorical'
      /** By record a class; −1 where missing, `size` where the original has no such class. */
      readonly codes: Int32Array
      /** Number of classes. */
      readonly size: number
    }

/** A column of the original that statistics are of, and how a masked one is brought to its form. */
export interface ReferenceColumn {
  readonly name: string
  readonly isKey: boolean
  readonly domain: KeyDomain
  /** The original's own column. */
  readonly own: FileColumn
  /** Of numbers: mean and standard deviation. */
  readonly mean: number
  readonly sd: number
  /** Of categories: by level its class, and the classes. */
  readonly classOf: Int32Array
  readonly classes: readonly string[]
}

/** Columns that statistics are of, and those that have too many levels. */
export interface ReferenceColumns {
  readonly columns: readonly ReferenceColumn[]
  readonly tooFine: readonly string[]
}

/**
 * The keys and confidential columns of the original.
 *
 * @param input - The original with its roles.
 * @returns Those that are numbers, or have at most 40 categories, or classes of them, by their hierarchy. Cost: a sort a column.
 */
export function referenceColumns(
  input: Pick<PrepareInput<unknown>, 'original' | 'columns' | 'roles'>,
): ReferenceColumns {
  const { original, roles } = input
  const { keys, values, categories } = decisionColumns(input)
  const tooFine: string[] = []
  const columns = [...keys, ...values, ...categories].flatMap((name): ReferenceColumn[] => {
    const hierarchy = roles.hierarchies?.get(name)
    const domain = keyDomain(original.column(name), hierarchy)
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
    const classes = classesOf(domain.levels, hierarchy)
    if (!classes) {
      tooFine.push(name)
      return []
    }
    const own = categoricalColumn(domain.codes, classes.classOf, classes.names.length)
    return [{ name, isKey, domain, own, mean: 0, sd: 0, classOf: classes.classOf, classes: classes.names }]
  })
  return { columns, tooFine }
}

function classesOf(
  levels: readonly string[],
  hierarchy: Hierarchy | undefined,
): { readonly classOf: Int32Array; readonly names: readonly string[] } | undefined {
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

function numericColumn(values: Float64Array, scale: { readonly mean: number; readonly sd: number }): FileColumn {
  const sd = scale.sd > 0 ? scale.sd : 1
  const ranks = rank(values, 'average')
  const present = ranks.reduce((count, one) => count + (Number.isNaN(one) ? 0 : 1), 0)
  return { kind: 'numeric', values, z: values.map((value) => (value - scale.mean) / sd), ranks, present }
}

function categoricalColumn(codes: ArrayLike<number>, classOf: Int32Array, size: number): FileColumn {
  // A level that the original lacks, code `classOf.length`, is the class after its own.
  const codeOf = (code: number): number => (code < 0 ? -1 : code < classOf.length ? classOf[code] : size)
  return { kind: 'categorical', codes: Int32Array.from(codes, codeOf), size }
}

/**
 * A masked column in the form of the original's.
 *
 * Keys, and columns that were recoded to another kind, are seen as an analyst takes them (`keyView`). Other columns are taken as they
 * are: numbers, and categories by their text.
 *
 * @param reference - The column of the original.
 * @param column - The masked column.
 * @param rng - Of this column alone.
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
