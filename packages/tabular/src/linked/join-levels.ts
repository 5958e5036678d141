import { SdcError, type Table, type Taxonomy } from '@sdc/core'

/** A level and the levels that sum to it. */
export interface Grouping {
  readonly whole: number
  readonly parts: readonly number[]
}

/** A dimension of several tables together. */
export interface JoinedDimension {
  readonly name: string
  readonly levels: readonly string[]
  /** Nearest level above each, over all tables and hierarchies; empty if there are none. */
  readonly taxonomy: Taxonomy
  /** Levels that are sums of others, from each table and the hierarchy; a level may have several groupings. */
  readonly groupings: readonly Grouping[]
  /** Code of each cell, by table. */
  readonly codesOf: readonly ((cell: number) => number)[]
}

/** Name of the total of a dimension if no table has one. */
const TOTAL = 'Total'

/**
 * Joins the dimensions of several tables by name, with the levels of all. Cells of a table without a dimension belong
 * to its top level; if there are several top levels, their total is added.
 *
 * @param tables - Dimensions and names of each table.
 * @param hierarchies - Further hierarchies of levels, by dimension.
 * @param called - Names of the tables.
 * @returns The dimensions in the order in which they first occur.
 * @throws BAD_TABLE if two tables put levels below each other
 */
export function joinLevels(
  tables: readonly Table[],
  hierarchies: ReadonlyMap<string, Taxonomy>,
  called: readonly string[],
): JoinedDimension[] {
  const names = [...new Set(tables.flatMap((table) => dimensionNames(table)))]
  return names.map((name) => {
    const columns = tables.map((table) => table.dimensions[dimensionNames(table).indexOf(name)])
    const there = new Set(columns.flatMap((column) => column?.levels ?? []))
    const sayings = [
      ...columns.map((column) => column?.taxonomy ?? new Map<string, null>()),
      withinLevels(hierarchies.get(name) ?? new Map(), there),
    ]
    const above = aboveOf(there, sayings)
    checkCircles(name, above, called)
    const tops = [...there].filter((level) => above.get(level)?.size === 0)
    const lacking = columns.some((column) => column === undefined)
    let [total] = tops
    if (lacking && tops.length !== 1) {
      total = there.has(TOTAL) ? `${TOTAL} of ${name}` : TOTAL
      sayings.push(new Map(tops.map((level) => [level, total])))
      there.add(total)
      for (const level of tops) above.get(level)?.add(total)
      above.set(total, new Set())
    }
    const levels = [...there]
    const code = new Map(levels.map((level, l) => [level, l]))
    const codeOf = (level: string): number => code.get(level) ?? -1
    return {
      name,
      levels,
      taxonomy: [...above.values()].some((over) => over.size > 0)
        ? new Map(levels.map((level) => [level, nearest(level, above)]))
        : new Map(),
      groupings: groupingsOf(sayings, codeOf),
      codesOf: columns.map((column) => {
        if (column === undefined) return () => codeOf(total)
        const own = column.levels.map(codeOf)
        return (cell: number) => own[column.codes[cell]]
      }),
    }
  })
}

/** Names of the dimensions of a table. */
export function dimensionNames({ dimensions, names }: Pick<Table, 'dimensions' | 'names'>): string[] {
  return dimensions.map((_, d) => names?.[d] ?? `d${d + 1}`)
}

/** Restricts a hierarchy to the levels of the tables: from each to the next one above. */
function withinLevels(hierarchy: Taxonomy, there: ReadonlySet<string>): Taxonomy {
  return new Map(
    [...hierarchy.keys()]
      .filter((level) => there.has(level))
      .map((level) => {
        let at = hierarchy.get(level) ?? null
        while (at !== null && !there.has(at)) at = hierarchy.get(at) ?? null
        return [level, at]
      }),
  )
}

/** All levels that any taxonomy puts directly above each level. */
function aboveOf(levels: ReadonlySet<string>, sayings: readonly Taxonomy[]): Map<string, Set<string>> {
  const above = new Map([...levels].map((level) => [level, new Set<string>()]))
  for (const saying of sayings)
    for (const [level, parent] of saying) if (parent !== null && levels.has(parent)) above.get(level)?.add(parent)
  return above
}

function checkCircles(name: string, above: ReadonlyMap<string, ReadonlySet<string>>, called: readonly string[]): void {
  const sound = new Set<string>()
  const visit = (level: string, path: readonly string[]): void => {
    if (sound.has(level)) return
    if (path.includes(level)) {
      const circle = [...path.slice(path.indexOf(level)), level].join(' is a part of ')
      const message = `the hierarchies of "${name}" in ${called.join(' and ')} are circular: ${circle}`
      throw new SdcError(
        'BAD_TABLE',
        message,
        { column: name },
        'Levels of the same name are the same level: rename one.',
      )
    }
    for (const over of above.get(level) ?? []) visit(over, [...path, level])
    sound.add(level)
  }
  for (const level of above.keys()) visit(level, [])
}

/** The first of the levels above that is not above another one. */
function nearest(level: string, above: ReadonlyMap<string, ReadonlySet<string>>): string | null {
  const direct = [...(above.get(level) ?? [])]
  const reaches = (from: string, to: string): boolean =>
    [...(above.get(from) ?? [])].some((over) => over === to || reaches(over, to))
  return direct.find((one) => !direct.some((other) => other !== one && reaches(other, one))) ?? null
}

function groupingsOf(sayings: readonly Taxonomy[], codeOf: (level: string) => number): Grouping[] {
  const found = new Map<string, Grouping>()
  for (const saying of sayings) {
    const parts = new Map<number, number[]>()
    for (const [level, parent] of saying) {
      if (parent === null || codeOf(parent) < 0 || codeOf(level) < 0) continue
      const known = parts.get(codeOf(parent))
      if (known) known.push(codeOf(level))
      else parts.set(codeOf(parent), [codeOf(level)])
    }
    for (const [whole, own] of parts)
      found.set(`${whole}:${own.sort((a, b) => a - b).join(',')}`, { whole, parts: own })
  }
  return [...found.values()]
}
