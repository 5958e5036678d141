import { SdcError, type CategoricalColumn } from '@sdc/core'

/** Target levels of the levels of a dimension. */
export interface MergedLevels {
  /** The new levels, with the one above each. */
  readonly levels: readonly string[]
  readonly taxonomy: ReadonlyMap<string, string | null>
  /** New code of each old level; −1 if its cells are left out. */
  readonly target: Int32Array
}

/**
 * Leaves out the lowest levels of a hierarchy, the farthest from the top. The level above them contains their sum.
 *
 * @param dimension - Levels, and the one above each.
 * @param times - Number of layers to leave out.
 * @returns The remaining levels.
 * @throws INFEASIBLE if there are too few layers below the top
 */
export function withoutLowest(dimension: CategoricalColumn, times: number): MergedLevels {
  const { levels, taxonomy } = dimension
  const depths = levels.map((level) => depthOf(level, taxonomy))
  const deepest = Math.max(...depths)
  if (times > deepest) {
    const message = `the dimension has ${deepest} layer(s) of levels below its top; removing ${times} is not possible`
    const fix =
      deepest === 0
        ? 'The dimension has no totals: name levels to merge (merge).'
        : `Remove at most ${deepest} (layers).`
    throw new SdcError('INFEASIBLE', message, { parameter: 'layers' }, fix)
  }
  const staying = levels.filter((_, code) => depths[code] <= deepest - times)
  return {
    levels: staying,
    taxonomy: new Map(staying.map((level) => [level, taxonomy?.get(level) ?? null])),
    target: Int32Array.from(levels, (level) => staying.indexOf(level)),
  }
}

/**
 * Merges levels with the same level above them.
 *
 * @param dimension - Levels, and the one above each.
 * @param groups - New levels with the old ones they replace; levels below these move below the new one.
 * @returns The levels after merging.
 * @throws BAD_PARAMETER if a level is unknown, repeated, or has another level above it; also if a new name is taken
 */
export function mergeLevels(
  { levels, taxonomy }: CategoricalColumn,
  groups: Readonly<Record<string, readonly string[]>>,
): MergedLevels {
  const newOf = new Map<string, string>()
  for (const [name, merged] of Object.entries(groups)) {
    if (merged.length < 2) throw wrong(`"${name}" merges ${merged.length} level(s)`, 'Name at least two levels.')
    for (const level of merged) {
      if (!levels.includes(level))
        throw wrong(`"${level}" is not a level of the dimension`, `Its levels are ${levels.slice(0, 20).join(', ')}.`)
      if (newOf.has(level)) throw wrong(`"${level}" is merged twice`, 'Name it once.')
      newOf.set(level, name)
    }
    const above = new Set(merged.map((level) => taxonomy?.get(level) ?? null))
    if (above.size > 1) {
      const parts = merged.map((level) => `${level} of ${taxonomy?.get(level) ?? 'none'}`).join(', ')
      throw wrong(`"${name}" merges levels of different totals: ${parts}`, 'Merge levels of one total.')
    }
    if ([...above][0] === null && merged.some((level) => levels.some((other) => taxonomy?.get(other) === level)))
      throw wrong(`"${name}" merges the top total`, 'Merge parts of this total.')
  }
  const named = (level: string): string => newOf.get(level) ?? level
  for (const name of Object.keys(groups))
    if (levels.includes(name) && newOf.get(name) !== name)
      throw wrong(`another level has the name "${name}"`, 'Give the merged level another name.')
  const after = [...new Set(levels.map(named))]
  return {
    levels: after,
    taxonomy: new Map(
      levels.map((level) => {
        const above = taxonomy?.get(level) ?? null
        return [named(level), above === null ? null : named(above)]
      }),
    ),
    target: Int32Array.from(levels, (level) => after.indexOf(named(level))),
  }
}

function depthOf(level: string, taxonomy: CategoricalColumn['taxonomy']): number {
  let depth = 0
  for (let above = taxonomy?.get(level); above !== null && above !== undefined; above = taxonomy?.get(above)) depth++
  return depth
}

function wrong(message: string, fix: string): SdcError {
  return new SdcError('BAD_PARAMETER', message, { parameter: 'merge' }, fix)
}
