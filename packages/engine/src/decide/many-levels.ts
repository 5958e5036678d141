import type { Dataset, Hierarchy, Roles } from '@sdc/core'
import { usualHierarchy } from '@sdc/toolkit/internal'
import type { StepPlan } from '../plan/plan.js'

/** A key whose first coarser level has more classes than this is no coarser for a recoding. */
const MOST_CLASSES = 12

/** A key of so many levels that few records share one. */
export interface ManyLevels {
  readonly key: string
  readonly levels: number
  /** The first level of its hierarchy with 2 to 12 classes, and how many; undefined where there is none. */
  readonly coarser?: { readonly level: number; readonly classes: number } | undefined
}

/**
 * The categorical keys with more than max(20, min(100, n/10)) levels: before other keys are looked at, they are made coarser
 * or left out, since recoding all of them together destroys the others for their sake.
 *
 * @param original - The file.
 * @param keys - Its quasi-identifiers.
 * @param roles - With their hierarchies.
 * @returns Those keys.
 */
export function manyLevels(original: Dataset, keys: readonly string[], roles: Roles): ManyLevels[] {
  const most = Math.max(20, Math.min(100, original.rows / 10))
  return keys.flatMap((key): ManyLevels[] => {
    const column = original.column(key)
    if (column.kind === 'numeric') return []
    const levels = new Set(column.codes).size
    if (levels <= most) return []
    // Codes and dates have one by their text.
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
 * The steps that make such keys coarser, or one value.
 *
 * @param many - The keys.
 * @param use - The recoding.
 * @param drop - Whether all of them go, or only those without a coarser level.
 * @returns A step each.
 */
export function coarserSteps(many: readonly ManyLevels[], use: string, drop: boolean): StepPlan[] {
  return many.map(({ key, coarser }): StepPlan => {
    const params = drop || !coarser ? { classes: 1, other: '*' } : { level: coarser.level }
    return { use, columns: [key], by: [], smallGroups: 'error', params }
  })
}

/** What becomes of such keys, in words: `zip in 9 classes`, `without zip`. */
export function coarserText(many: readonly ManyLevels[], drop: boolean): string {
  return many
    .map(({ key, coarser }) => (drop || !coarser ? `without ${key}` : `${key} in ${coarser.classes} classes`))
    .join(', ')
}
