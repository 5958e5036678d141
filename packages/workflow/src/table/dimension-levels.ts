import { listed, SdcError, type CategoricalColumn, type Taxonomy } from '@sdc/core'

/**
 * A dimension of a table with the level above each of its levels: the nearest that the table has, by its hierarchy, and
 * the total above those that have none. A level of the hierarchy that the table lacks is passed over, so that the only
 * level at the top of a hierarchy may be called otherwise than the total.
 *
 * @param column - One code a cell.
 * @param name - What the dimension is called.
 * @param total - The level that is the total.
 * @param hierarchy - The level above each, where there are subtotals.
 * @param file - The table, for messages.
 * @returns The column with its taxonomy; without one where it has neither a total nor a hierarchy.
 * @throws BAD_HIERARCHY for levels that the hierarchy does not have
 */
export function withLevelsAbove(
  column: CategoricalColumn,
  name: string,
  total: string,
  hierarchy: Taxonomy | undefined,
  file: string,
): CategoricalColumn {
  const { levels } = column
  const there = new Set(levels)
  if (hierarchy) checkKnown(levels, name, total, hierarchy, file)
  const top = there.has(total) ? total : null
  if (hierarchy === undefined && top === null) return column
  const aboveOf = (level: string): string | null => {
    if (level === total) return null
    let at = hierarchy?.get(level) ?? null
    while (at !== null && !there.has(at)) at = hierarchy?.get(at) ?? null
    return at ?? top
  }
  return { ...column, taxonomy: new Map(levels.map((level) => [level, aboveOf(level)])) }
}

/**
 * Throws BAD_OPTION for a hierarchy of what is no dimension.
 *
 * @param hierarchies - By dimension, as the user named them.
 * @param by - The dimensions.
 */
export function checkHierarchyNames(
  hierarchies: ReadonlyMap<string, Taxonomy> | undefined,
  by: readonly string[],
): void {
  const stray = [...(hierarchies?.keys() ?? [])].find((name) => !by.includes(name))
  if (stray === undefined) return
  const message = `--hierarchy names "${stray}", which is none of the dimensions`
  throw new SdcError('BAD_OPTION', message, { column: stray }, `They are ${listed(by)}.`)
}

function checkKnown(levels: readonly string[], name: string, total: string, hierarchy: Taxonomy, file: string): void {
  const above = new Set(hierarchy.values())
  const unknown = levels.filter((level) => level !== total && !hierarchy.has(level) && !above.has(level))
  if (unknown.length === 0) return
  const message = `the hierarchy of "${name}" lacks ${unknown.length} level(s) of the table: ${listed(unknown, 5)}`
  const known = [...hierarchy.keys()]
  const alike = unknown.find((level) => known.some((one) => sameNumber(one, level)))
  const hint = alike === undefined ? '' : ' Levels are names: 01 and 1 are two of them.'
  throw new SdcError('BAD_HIERARCHY', message, { file, column: name }, `Add a line for each to the hierarchy.${hint}`)
}

function sameNumber(a: string, b: string): boolean {
  return a !== b && a.trim() !== '' && Number(a) === Number(b)
}
