import { isMissing, listed, option, SdcError, type CategoricalColumn, type Column, type ErrorPlace } from '@sdc/core'
import { coarserTaxonomy } from './coarser-taxonomy.js'
import { numberMap, type LevelMap } from './level-map.js'

/** Classes of the values of a column. */
export interface ValueClasses {
  readonly labels: readonly string[]
  /** True if the classes are ordered as the values are. */
  readonly ordered: boolean
  /** Class of each category, by code; −1 if no record has the category and the map does not contain it. */
  readonly ofCode?: Int32Array
  /** Class of each number. */
  readonly ofNumber?: ReadonlyMap<number, number>
}

/**
 * The classes that a map makes of a column.
 *
 * The classes of numbers and of an ordered column are ordered if each is a run of neighbouring values. Ordered classes
 * have the order of the values, others the order in which they first occur in the levels.
 *
 * @param column - The column, all its records.
 * @param map - Class of each level; for numbers, levels are read as numbers.
 * @param other - Class of the levels that the map lacks.
 * @param place - Column and method, for error messages.
 * @throws BAD_PARAMETER with the levels that the map lacks and the first record of each. Cost: O(n + levels log
 *   levels).
 */
export function mappedClasses(
  column: Column,
  map: LevelMap,
  other: string | undefined,
  place: ErrorPlace,
): ValueClasses {
  return column.kind === 'numeric'
    ? classesOfNumbers(column.values, map, other, place)
    : classesOfLevels(column, map, other, place)
}

function classesOfLevels(
  column: CategoricalColumn,
  map: LevelMap,
  other: string | undefined,
  place: ErrorPlace,
): ValueClasses {
  const { codes, levels } = column
  const becomes = levels.map((level) => map.get(level))
  const lacking = new Map<string, number>()
  const needsOther = new Uint8Array(levels.length)
  for (let i = 0; i < codes.length; i++) {
    const code = codes[i]
    if (code < 0 || becomes[code] !== undefined || needsOther[code] === 1) continue
    needsOther[code] = 1
    lacking.set(levels[code], i)
  }
  if (other === undefined) refuseLacking(lacking, place)
  const found = numbered(becomes.map((label, code) => label ?? (needsOther[code] === 1 ? other : undefined)))
  return { labels: found.labels, ordered: column.ordered && found.contiguous, ofCode: found.classOf }
}

function classesOfNumbers(
  values: Float64Array,
  map: LevelMap,
  other: string | undefined,
  place: ErrorPlace,
): ValueClasses {
  const becomes = new Map(numberMap(map, place))
  const lacking = new Map<string, number>()
  for (let i = 0; i < values.length; i++) {
    const value = values[i] + 0
    if (Number.isNaN(value) || becomes.has(value)) continue
    if (other !== undefined) becomes.set(value, other)
    else if (!lacking.has(String(value))) lacking.set(String(value), i)
  }
  if (other === undefined) refuseLacking(lacking, place)
  const ascending = Float64Array.from(becomes.keys()).sort()
  const found = numbered(Array.from(ascending, (value) => becomes.get(value)))
  const ofNumber = new Map(Array.from(ascending, (value, at) => [value, found.classOf[at]] as const))
  return { labels: found.labels, ordered: found.contiguous, ofNumber }
}

/**
 * Numbers the classes of a sequence of values by first occurrence, and reports whether each is one run of the sequence.
 */
function numbered(becomes: readonly (string | undefined)[]): {
  readonly labels: string[]
  readonly classOf: Int32Array
  readonly contiguous: boolean
} {
  const classes = new Map<string, number>()
  let contiguous = true
  let last = -1
  const classOf = Int32Array.from(becomes, (label) => {
    if (label === undefined) return -1
    const known = classes.get(label)
    const own = known ?? classes.size
    if (known === undefined) classes.set(label, own)
    else if (known !== last) contiguous = false
    last = own
    return own
  })
  return { labels: [...classes.keys()], classOf, contiguous }
}

/** Maximum number of lacking levels named in one message. */
const NAMED = 5

function refuseLacking(lacking: ReadonlyMap<string, number>, place: ErrorPlace): void {
  if (lacking.size === 0) return
  const all = [...lacking]
  const named = listed(
    all.map(([level, i]) => `"${level}" (record ${i + 1})`),
    NAMED,
  )
  const message = `the map for column "${place.column}" lacks ${all.length === 1 ? 'the level' : 'the levels'} ${named}`
  const fix = `Add the values that they become, or collect all that the map does not have: ${option('set', 'other=NAME')}.`
  throw new SdcError('BAD_PARAMETER', message, { ...place, parameter: 'map', row: all[0][1] + 1 }, fix)
}

/** A column with its values replaced by their classes; missing values stay missing. */
export function withClasses(column: Column, { labels, ordered, ofCode, ofNumber }: ValueClasses): CategoricalColumn {
  if (column.kind === 'numeric') {
    const codes = Int32Array.from(column.values, (value) => ofNumber?.get(value + 0) ?? -1)
    return { kind: 'categorical', codes, levels: labels, ordered }
  }
  const codes = column.codes.map((code) => (code < 0 ? -1 : (ofCode?.[code] ?? -1)))
  const { taxonomy, ...rest } = column
  return {
    ...rest,
    codes,
    levels: labels,
    ordered,
    ...(taxonomy && { taxonomy: coarserTaxonomy(column.levels, taxonomy, labels, ofCode) }),
  }
}

/** Returns true if two different values of a column are in one class, so that the column becomes coarser. */
export function mergesValues(column: Column, codes: Int32Array, classes: number): boolean {
  const values = column.kind === 'numeric' ? column.values : column.codes
  const first = new Int32Array(classes).fill(-1)
  for (let i = 0; i < codes.length; i++) {
    const own = codes[i]
    if (own < 0 || isMissing(column, i)) continue
    if (first[own] < 0) first[own] = i
    else if (values[first[own]] !== values[i]) return true
  }
  return false
}
