import type { Column, NumericColumn } from '@sdc/core'
import { tieRuns } from '@sdc/stats'
import { columnHierarchy, type ColumnHierarchy, type HierarchyLevel } from './column-hierarchy.js'
import { TOP } from './top.js'
import { usualHierarchy } from './usual-hierarchy.js'
import { valueText } from '../columns/value-text.js'
import { widthClasses } from '../columns/width-classes.js'

/** More levels between the values and `*` make a lattice large with little benefit. */
const MOST_STEPS = 5

/** A hierarchy made from the values of a column, with its description. */
export interface AutomaticHierarchy extends ColumnHierarchy {
  readonly words: string
  /** Widths of the classes of a numeric column, level by level. */
  readonly widths?: readonly number[]
  /** True if it was made from the text of the values: for codes and dates. */
  readonly fromText?: true
}

/**
 * Returns a hierarchy for a column that has none. Numbers get classes of equal width that double (`[20,30)`, `[20,40)`,
 * …); ordered categories get pairs, fours, … of neighbours (`low..middle`). More than 20 codes or dates are grouped by
 * their text (`usualHierarchy`), and other text gets itself and `*`. The last class is always `*`.
 *
 * The first width is the least of 1, 2 and 5 times a power of ten with at most sixteen classes between the 10th and the
 * 90th percentile; classes begin at its multiples. It doubles at most three times, and levels that merge no values are
 * left out. If groups of ordered categories have more than five sizes, the five largest are used.
 *
 * @param column - The column; a record without a value has no row.
 * @returns The rows of its records, the levels, and their description. Cost: a sort for numbers, O(n + values) for
 *   categories.
 */
export function automaticHierarchy(column: Column): AutomaticHierarchy {
  const rows = usualHierarchy(column)
  if (rows) {
    const words = `made from the text: ${rows[0].join(', ')}`
    return { ...columnHierarchy(column, rows), words, fromText: true }
  }
  if (column.kind === 'numeric') return ofNumbers(column)
  const { codes, levels, ordered } = column
  const values = levelOf(Int32Array.from(levels.keys()), levels)
  if (!ordered) return { codes, levels: [values, top(levels.length)], words: 'each value by itself, then *' }
  const sizes: number[] = []
  for (let size = 2; size < levels.length; size *= 2) sizes.push(size)
  const taken = sizes.slice(-MOST_STEPS)
  const groups = taken.map((size) => {
    const classOf = Int32Array.from(levels.keys(), (code) => Math.floor(code / size))
    const count = Math.ceil(levels.length / size)
    const labels = Array.from({ length: count }, (_, g) => {
      const last = Math.min(levels.length, (g + 1) * size) - 1
      return g * size === last ? levels[last] : `${levels[g * size]}..${levels[last]}`
    })
    return levelOf(classOf, labels)
  })
  const words = taken.length === 0 ? 'each value by itself, then *' : `groups of ${taken.join(', ')} neighbours, then *`
  return { codes, levels: [values, ...groups, top(levels.length)], words }
}

function ofNumbers({ values, time }: NumericColumn): AutomaticHierarchy {
  const { order, starts } = tieRuns(values)
  const codes = new Int32Array(values.length).fill(-1)
  const count = Math.max(0, starts.length - 1)
  const distinct = new Float64Array(count)
  for (let run = 0; run < count; run++) {
    distinct[run] = values[order[starts[run]]] + 0
    for (let at = starts[run]; at < starts[run + 1]; at++) codes[order[at]] = run
  }
  const sorted = Float64Array.from({ length: count > 0 ? starts[count] : 0 }, (_, i) => values[order[i]])
  // Dates of one month, and times of a day, have no classes with a usual name.
  const { levels, widths } = time === undefined ? widthClasses(distinct, sorted) : { levels: [], widths: [] }
  const steps = levels.map(({ classOf, labels }) => levelOf(classOf, labels))
  const own = levelOf(
    Int32Array.from(distinct.keys()),
    Array.from(distinct, (value) => valueText(time, value)),
  )
  const words =
    widths.length === 0 ? 'each value by itself, then *' : `classes of width ${widths.map(String).join(', ')}, then *`
  return { codes, levels: [own, ...steps, top(count)], words, widths }
}

function levelOf(classOf: Int32Array, labels: readonly string[]): HierarchyLevel {
  const sizes = new Int32Array(labels.length)
  for (const one of classOf) sizes[one]++
  return { labels, classOf, sizes }
}

function top(values: number): HierarchyLevel {
  return { labels: [TOP], classOf: new Int32Array(values), sizes: Int32Array.of(values) }
}
