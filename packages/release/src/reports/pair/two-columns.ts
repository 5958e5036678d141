import type { CategoricalColumn, Column, NumericColumn, TimeKind } from '@sdc/core'
import { pearson, quantileOfSorted, sortedValues, spearman } from '@sdc/stats'
import { counted } from '@sdc/inspect'

/** A column of numbers as an axis of a picture. */
export interface PictureAxis {
  readonly least: number
  readonly most: number
  readonly time?: TimeKind | undefined
}

/** Two columns of numbers in one file: drawn points and correlations; null if there is none. */
export interface Cloud {
  /** x and y of each drawn point. */
  readonly points: readonly (readonly [x: number, y: number])[]
  /** Number of records with both values. */
  readonly records: number
  readonly pearson: number | null
  readonly spearman: number | null
}

/** Numbers of the records in one category. */
export interface Box {
  readonly records: number
  /** The 5, 25, 50, 75 and 95 % quantiles; undefined without a value. */
  readonly at?: readonly [number, number, number, number, number] | undefined
}

/** Two columns before and after masking. */
export type TwoColumns =
  | {
      readonly kind: 'numbers'
      readonly x: PictureAxis
      readonly y: PictureAxis
      readonly before: Cloud
      readonly after: Cloud
    }
  | {
      readonly kind: 'boxes'
      /** Index of the column with the categories. */
      readonly by: 0 | 1
      readonly levels: readonly string[]
      readonly axis: PictureAxis
      readonly before: readonly Box[]
      readonly after: readonly Box[]
    }
  | {
      readonly kind: 'table'
      readonly rows: readonly string[]
      readonly columns: readonly string[]
      /** Number of records by row and column. */
      readonly before: readonly (readonly number[])[]
      readonly after: readonly (readonly number[])[]
    }

/** Two columns of a file. */
export type Both = readonly [Column, Column]

/** Number of levels before the rarest are combined. */
const LEVELS = 12

/** Number of cells of a picture; each shows one of its points. */
const CELLS = [120, 80] as const

/**
 * Compares two columns of a file before and after masking: a cloud of points for two numbers, quantiles by category for
 * a number and a category, a cross table for two categories. Missing categories count as a level of their own.
 *
 * @param before - The columns of the original.
 * @param after - Those of the masked file.
 * @returns The picture's numbers; undefined if a column changed its kind.
 */
export function twoColumns(before: Both, after: Both): TwoColumns | undefined {
  if (before.some((column, k) => column.kind !== after[k].kind)) return undefined
  const isNumber = before.map(({ kind }) => kind === 'numeric')
  if (isNumber[0] && isNumber[1]) return numbers(before as Numbers, after as Numbers)
  if (!isNumber[0] && !isNumber[1]) return crossTable(before as Categories, after as Categories)
  return boxes(before, after, isNumber[0] ? 1 : 0)
}

type Numbers = readonly [NumericColumn, NumericColumn]
type Categories = readonly [CategoricalColumn, CategoricalColumn]

function axisOf(before: NumericColumn, after: NumericColumn): PictureAxis {
  let [least, most] = [Infinity, -Infinity]
  for (const values of [before.values, after.values])
    for (const value of values)
      if (Number.isFinite(value)) {
        if (value < least) least = value
        if (value > most) most = value
      }
  return least <= most ? { least, most, time: before.time } : { least: 0, most: 1, time: before.time }
}

function numbers(before: Numbers, after: Numbers): TwoColumns {
  const [x, y] = [axisOf(before[0], after[0]), axisOf(before[1], after[1])]
  const cloud = ([a, b]: Numbers): Cloud => cloudOf(a.values, b.values, x, y)
  return { kind: 'numbers', x, y, before: cloud(before), after: cloud(after) }
}

/** Keeps the first record of every cell, so that a picture of many records stays small. */
function cloudOf(a: Float64Array, b: Float64Array, x: PictureAxis, y: PictureAxis): Cloud {
  const taken = new Uint8Array(CELLS[0] * CELLS[1])
  const points: [number, number][] = []
  const [xs, ys] = [new Float64Array(a.length), new Float64Array(a.length)]
  let records = 0
  for (let i = 0; i < a.length; i++) {
    if (!Number.isFinite(a[i]) || !Number.isFinite(b[i])) continue
    xs[records] = a[i]
    ys[records] = b[i]
    records++
    const cell = cellOf(b[i], y, CELLS[1]) * CELLS[0] + cellOf(a[i], x, CELLS[0])
    if (taken[cell] === 1) continue
    taken[cell] = 1
    points.push([a[i], b[i]])
  }
  const complete = [xs.subarray(0, records), ys.subarray(0, records)] as const
  return { points, records, pearson: known(pearson(...complete)), spearman: known(spearman(...complete)) }
}

function cellOf(value: number, { least, most }: PictureAxis, count: number): number {
  return most > least ? Math.min(count - 1, Math.floor((count * (value - least)) / (most - least))) : 0
}

function known(value: number): number | null {
  return Number.isFinite(value) ? value : null
}

function boxes(before: Both, after: Both, by: 0 | 1): TwoColumns {
  const [x, y] = [before, after].map((both) => both[by] as CategoricalColumn)
  const [a, b] = [before, after].map((both) => both[1 - by] as NumericColumn)
  const groups = grouping(x, y)
  const boxesOf = (column: CategoricalColumn, { values }: NumericColumn): Box[] => {
    const found: number[][] = groups.names.map(() => [])
    const at = groups.placeOf(column)
    column.codes.forEach((code, i) => {
      if (Number.isFinite(values[i])) found[at(code)].push(values[i])
    })
    return found.map(boxOf)
  }
  return {
    kind: 'boxes',
    by,
    levels: groups.names,
    axis: axisOf(a, b),
    before: boxesOf(x, a),
    after: boxesOf(y, b),
  }
}

function boxOf(values: readonly number[]): Box {
  if (values.length === 0) return { records: 0 }
  const sorted = sortedValues(Float64Array.from(values))
  const at = (p: number): number => quantileOfSorted(sorted, p)
  return { records: values.length, at: [at(0.05), at(0.25), at(0.5), at(0.75), at(0.95)] }
}

function crossTable(before: Categories, after: Categories): TwoColumns {
  const [rows, columns] = [grouping(before[0], after[0]), grouping(before[1], after[1])]
  const counts = ([a, b]: Categories): number[][] => {
    const table = rows.names.map(() => columns.names.map(() => 0))
    const [row, column] = [rows.placeOf(a), columns.placeOf(b)]
    a.codes.forEach((code, i) => table[row(code)][column(b.codes[i])]++)
    return table
  }
  return { kind: 'table', rows: rows.names, columns: columns.names, before: counts(before), after: counts(after) }
}

/** The levels that a picture shows. */
interface Grouping {
  readonly names: readonly string[]
  /** Returns the place of each code of a column among the names. */
  placeOf(column: CategoricalColumn): (code: number) => number
}

/** Returns the most frequent levels of both columns in their order, the others combined, and the missing values. */
function grouping(before: CategoricalColumn, after: CategoricalColumn): Grouping {
  const counts = new Map<string, number>()
  let hasMissing = false
  for (const { codes, levels } of [before, after]) {
    const own = new Float64Array(levels.length)
    for (const code of codes)
      if (code < 0) hasMissing = true
      else own[code]++
    own.forEach((count, code) => count > 0 && counts.set(levels[code], (counts.get(levels[code]) ?? 0) + count))
  }
  const all = [...counts.keys()]
  const largest = [...all].sort((a, b) => (counts.get(b) ?? 0) - (counts.get(a) ?? 0) || (a < b ? -1 : 1))
  const kept = new Set(all.length > LEVELS ? largest.slice(0, LEVELS - 1) : all)
  const isCoded = all.every((name) => name.trim() !== '' && Number.isFinite(Number(name)))
  const ordered = before.ordered ? all : isCoded ? all.sort((a, b) => Number(a) - Number(b)) : largest
  const shown = ordered.filter((name) => kept.has(name))
  const rest = all.length - shown.length
  const names = [...shown, ...(rest > 0 ? [counted(rest, 'other level')] : []), ...(hasMissing ? ['missing'] : [])]
  const place = new Map(shown.map((name, k) => [name, k]))
  return {
    names,
    placeOf({ levels }) {
      const places = levels.map((level) => place.get(level) ?? shown.length)
      return (code) => (code < 0 ? names.length - 1 : places[code])
    },
  }
}
