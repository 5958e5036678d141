import type { Dataset, Hierarchy, Roles } from '@sdc/core'
import { usualHierarchy } from '@sdc/toolkit/internal'
import type { StepPlan } from '../../plan/plan.js'

/** Maximum number of classes of the level to which a quasi-identifier is coarsened; finer levels are skipped. */
const MOST_CLASSES = 12

/** Quasi-identifier with so many levels that few records share one. */
export interface ManyLevels {
  readonly key: string
  readonly levels: number
  /** First level of its hierarchy with 2 to 12 classes, and the number of classes; undefined if there is none. */
  readonly coarser?: { readonly level: number; readonly classes: number } | undefined
}

/**
 * Finds the categorical quasi-identifiers with more than max(20, min(100, n/10)) levels. They are coarsened or left out before the
 * others are recoded, since recoding all of them together destroys the others for their sake.
 *
 * @param original - The file.
 * @param keys - Its quasi-identifiers.
 * @param roles - Roles, with the hierarchies of the columns.
 * @returns The quasi-identifiers with many levels.
 */
export function manyLevels(original: Dataset, keys: readonly string[], roles: Roles): ManyLevels[] {
  const most = Math.max(20, Math.min(100, original.rows / 10))
  return keys.flatMap((key): ManyLevels[] => {
    const column = original.column(key)
    if (column.kind === 'numeric') return []
    const levels = new Set(column.codes).size
    if (levels <= most) return []
    // Codes and dates get a hierarchy from their text.
    const rows = roles.hierarchies?.get(key) ?? usualHierarchy(column)
    return [{ key, levels, coarser: rows && firstCoarse(rows, column.levels) }]
  })
}

function firstCoarse(rows: Hierarchy, levels: readonly string[]): ManyLevels['coarser'] {
  const own = new Set(levels)
  const there = rows.filter(([value]) => own.has(value))
  for (let level = 1; level < (rows[0]?.length ?? 0); level++) {
    const classes = new Set(there.map((row) => row[level])).size
    if (classes <= MOST_CLASSES) return classes > 1 ? { level, classes } : undefined
  }
  return undefined
}

/**
 * Creates the steps that coarsen quasi-identifiers with many levels, or recode them to one value.
 *
 * @param many - The quasi-identifiers.
 * @param use - Id of the recoding method.
 * @param drop - True to recode all of them to one value; otherwise, only those without a coarser level.
 * @returns A step for each quasi-identifier.
 */
export function coarserSteps(many: readonly ManyLevels[], use: string, drop: boolean): StepPlan[] {
  return many.map(({ key, coarser }): StepPlan => {
    const params = drop || !coarser ? { classes: 1, other: '*' } : { level: coarser.level }
    return { use, columns: [key], by: [], smallGroups: 'error', params }
  })
}

/** Describes the steps of `coarserSteps`: `zip in 9 classes`, `without zip`. */
export function coarserText(many: readonly ManyLevels[], drop: boolean): string {
  return many
    .map(({ key, coarser }) => (drop || !coarser ? `without ${key}` : `${key} in ${coarser.classes} classes`))
    .join(', ')
}
