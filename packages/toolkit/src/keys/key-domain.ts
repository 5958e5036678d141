import type { Column, Hierarchy, TimeKind } from '@sdc/core'
import { sortedValues } from '@sdc/stats'
import { finiteValues } from '../columns/finite-values.js'
import { usualHierarchy } from '../hierarchies/usual-hierarchy.js'

/** A key of the original, with the classes to which its values may be recoded. */
export type KeyDomain =
  | {
      readonly kind: 'categorical'
      readonly levels: readonly string[]
      /** Code of the level of each record, −1 if missing. */
      readonly codes: Int32Array
      readonly codeOf: ReadonlyMap<string, number>
      readonly ordered: boolean
      readonly classes: ReadonlyMap<string, ReadonlySet<string>>
    }
  | {
      readonly kind: 'numeric'
      /** Value of each record; NaN if missing or infinite. */
      readonly values: Float64Array
      /** The values in ascending order, without NaN. */
      readonly sorted: Float64Array
      /** Unit of dates or times. */
      readonly time?: TimeKind | undefined
      readonly classes: ReadonlyMap<string, ReadonlySet<string>>
    }

/**
 * Returns the domain of a key of the original.
 *
 * @param of - The column.
 * @param hierarchy - Its hierarchy, if the schema has one; the taxonomy of a categorical column is used, too. Dates
 *   and codes without a hierarchy use the one that is made from their text (`usualHierarchy`).
 * @param time - Unit of dates or times, if the column does not state it.
 * @returns The domain that `releasedKey` uses to read cells.
 */
export function keyDomain(of: Column, hierarchy?: Hierarchy, time?: TimeKind): KeyDomain {
  const column = of.kind === 'numeric' && time !== undefined ? { ...of, time } : of
  const classes = classesAbove(column, hierarchy)
  if (column.kind === 'numeric') {
    const values = finiteValues(column)
    return { kind: 'numeric', values, sorted: sortedValues(values), time: column.time, classes }
  }
  const { levels, codes, ordered } = column
  const codeOf = new Map(levels.map((level, code) => [level, code]))
  return { kind: 'categorical', levels, codes, codeOf, ordered, classes }
}

/** Values below each class of the taxonomy or hierarchy. */
function classesAbove(column: Column, hierarchy: Hierarchy | undefined): Map<string, Set<string>> {
  const classes = new Map<string, Set<string>>()
  const add = (name: string, value: string): void => {
    const values = classes.get(name) ?? new Set()
    classes.set(name, values.add(value))
  }
  for (const [value, ...above] of hierarchy ?? usualHierarchy(column) ?? []) for (const name of above) add(name, value)
  if (column.kind === 'categorical' && column.taxonomy) {
    for (const level of column.levels) {
      const seen = new Set([level])
      let above = column.taxonomy.get(level)
      while (typeof above === 'string' && !seen.has(above)) {
        seen.add(above)
        add(above, level)
        above = column.taxonomy.get(above)
      }
    }
  }
  return classes
}
