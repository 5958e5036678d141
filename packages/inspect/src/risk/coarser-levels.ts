import type { Column, Dataset } from '@sdc/core'
import { hierarchiesOf, type FileSchema } from '@sdc/engine'
import { log10, pow } from '@sdc/stats'
import { MOST_TREE_LEVELS, usualRule } from '@sdc/toolkit/internal'

/** Level of a hierarchy to which a column can be coarsened. */
export interface CoarserLevel {
  /** Level of the hierarchy; 1 is the first above the values. */
  readonly level: number
  readonly classes: number
  /** Examples of its classes. */
  readonly examples: readonly string[]
}

/** Levels of a column, by its own hierarchy or by a rule that suits its values. */
export interface CoarserLevels {
  readonly hierarchy: NonNullable<FileSchema['columns'][string]['hierarchy']>
  /** Levels from fine to coarse; each has more than one class and fewer than the level below. */
  readonly levels: readonly CoarserLevel[]
  /** Level to begin with: the year for dates, else the first. */
  readonly usual: number
}

const SHOWN = 3
/** Approximate number of classes of the first level of numbers. */
const CLASSES = 10

/**
 * Finds the levels to which a quasi-identifier can be coarsened.
 *
 * @param data - The file.
 * @param schema - Its schema.
 * @param name - The column.
 * @returns The levels; undefined if neither the schema nor the values give it a hierarchy.
 * @throws BAD_HIERARCHY for a hierarchy of the schema that does not fit the values.
 */
export function coarserLevels(data: Dataset, schema: FileSchema, name: string): CoarserLevels | undefined {
  const said = Object.hasOwn(schema.columns, name) ? schema.columns[name] : {}
  const hierarchy = said.hierarchy ?? ruleOf(data.column(name))
  if (hierarchy === undefined) return undefined
  const columns = { ...schema.columns, [name]: { ...said, hierarchy } }
  const own = { columns: { [name]: columns[name] } }
  // A tree is learned from the other columns, whose roles matter; other rules need the column alone.
  const rows = hierarchiesOf(data, hierarchy === 'tree' ? { ...schema, columns: others(columns, name) } : own).get(name)
  if (rows === undefined) return undefined
  const levels: CoarserLevel[] = []
  let below = rows.length
  for (let level = 1; level < rows[0].length; level++) {
    const classes = [...new Set(rows.map((row) => row[level]))]
    if (classes.length < 2 || classes.length >= below) continue
    below = classes.length
    levels.push({ level, classes: classes.length, examples: classes.slice(0, SHOWN) })
  }
  if (levels.length === 0) return undefined
  const units = typeof hierarchy === 'string' && hierarchy.startsWith('date:') ? hierarchy.slice(5).split(',') : []
  const year = levels.find(({ level }) => units[level - 1]?.trim() === 'year')
  return { hierarchy, levels, usual: (year ?? levels[0]).level }
}

/** Returns the schema columns without the hierarchies of other columns, which are not needed. */
function others(columns: FileSchema['columns'], name: string): FileSchema['columns'] {
  return Object.fromEntries(
    Object.entries(columns).map(([other, one]) => [other, other === name ? one : { ...one, hierarchy: undefined }]),
  )
}

function ruleOf(column: Column): string | undefined {
  const rule = usualRule(column)
  if (rule !== undefined) return rule
  if (column.kind === 'categorical')
    return column.levels.length > 3 && column.levels.length <= MOST_TREE_LEVELS ? 'tree' : undefined
  if (column.time !== undefined) return undefined
  let [least, greatest, isWhole] = [Infinity, -Infinity, true]
  for (const value of column.values) {
    if (Number.isNaN(value)) continue
    least = Math.min(least, value)
    greatest = Math.max(greatest, value)
    isWhole &&= Number.isInteger(value)
  }
  const range = greatest - least
  if (!(range > 0) || !Number.isFinite(range)) return undefined
  const power = pow(10, Math.floor(log10(range / CLASSES)))
  const width = ([1, 2, 5, 10].find((one) => one * power >= range / CLASSES) ?? 10) * power
  const first = isWhole ? Math.max(2, width) : width
  return `interval:${[1, 2, 4].map((times) => Number((times * first).toPrecision(12))).join(',')}`
}
