import type { Column } from '@sdc/core'
import type { Bars } from '../protocol/protocol.js'

/** So many classes a picture of numbers has at most, and levels one of categories, the rest together. */
const CLASSES = 24
const LEVELS = 12
/** Beyond this share of the values the classes end where the last values lie far away. */
const SHOWN = 0.98

/**
 * A small picture of a column: its numbers in classes of equal width, or its categories by how often they occur.
 *
 * @param column - The column.
 * @param like - The bars of the column before it was masked: the same classes, the same levels.
 * @returns Counts of records. O(n log n).
 */
export function barsOf(column: Column, like?: Bars): Bars {
  if (column.kind === 'numeric') {
    const { breaks, leftOut } = like?.breaks ? like : classesOf(column.values)
    if (breaks !== undefined) return { breaks, counts: inClasses(column.values, breaks), leftOut }
  }
  return column.kind === 'numeric'
    ? { counts: [], leftOut: 'numeric values of a categorical column' }
    : levelBars(column, like)
}

/** The bounds of the classes, and what they leave out. */
function classesOf(values: ArrayLike<number>): Pick<Bars, 'breaks' | 'leftOut'> {
  const sorted = finite(values).sort()
  if (sorted.length === 0) return { breaks: [0, 1] }
  const least = sorted[0]
  const greatest = sorted[sorted.length - 1]
  const usual = sorted[Math.min(sorted.length - 1, Math.floor(SHOWN * sorted.length))]
  const isLong = greatest - least > 1.5 * (usual - least) && usual > least
  const most = isLong ? usual : greatest
  const distinct = distinctWithin(sorted, CLASSES)
  const whole = areWhole(sorted)
  // A class for every value, where they are few whole numbers beside each other.
  if (whole && distinct !== undefined && most - least < CLASSES) {
    return { breaks: Array.from({ length: most - least + 2 }, (_, i) => least - 0.5 + i) }
  }
  const width = (most - least) / CLASSES || 1
  const breaks = Array.from({ length: CLASSES + 1 }, (_, i) =>
    i === CLASSES && most > least ? most : least + i * width,
  )
  const beyond = sorted.length - countUpTo(sorted, most)
  return isLong
    ? { breaks, leftOut: `${beyond.toLocaleString('en-US')} values above ${most.toLocaleString('en-US')}` }
    : { breaks }
}

/** The values that are finite. A loop: what `filter` keeps lies in a list of objects first, which is several times as large. */
function finite(values: ArrayLike<number>): Float64Array {
  const kept = new Float64Array(values.length)
  let count = 0
  for (let i = 0; i < values.length; i++) if (Number.isFinite(values[i])) kept[count++] = values[i]
  return kept.subarray(0, count)
}

function areWhole(values: Float64Array): boolean {
  for (let i = 0; i < values.length; i++) if (!Number.isInteger(values[i])) return false
  return true
}

function distinctWithin(sorted: Float64Array, most: number): number | undefined {
  let count = 1
  for (let i = 1; i < sorted.length; i++) if (sorted[i] !== sorted[i - 1] && ++count > most) return undefined
  return count
}

function countUpTo(sorted: Float64Array, most: number): number {
  let low = 0
  let high = sorted.length
  while (low < high) {
    const middle = (low + high) >> 1
    if (sorted[middle] <= most) low = middle + 1
    else high = middle
  }
  return low
}

function inClasses(values: ArrayLike<number>, breaks: readonly number[]): number[] {
  const counts = Array.from({ length: breaks.length - 1 }, () => 0)
  const [least] = breaks
  const most = breaks[breaks.length - 1]
  const width = (most - least) / counts.length
  for (let i = 0; i < values.length; i++) {
    const value = values[i]
    if (value >= least && value <= most) counts[Math.min(counts.length - 1, Math.floor((value - least) / width))]++
  }
  return counts
}

function levelBars({ codes, levels, ordered }: Extract<Column, { kind: 'categorical' }>, like?: Bars): Bars {
  const counts = new Float64Array(levels.length)
  for (const code of codes) if (code >= 0) counts[code]++
  if (like?.levels !== undefined) return sameLevels(levels, counts, like.levels)
  const byCount = [...levels.keys()].sort((a, b) => counts[b] - counts[a] || a - b)
  const shown = byCount.slice(0, LEVELS)
  if (ordered) shown.sort((a, b) => a - b)
  const rest = byCount.slice(LEVELS)
  const others = rest.reduce((sum, level) => sum + counts[level], 0)
  return {
    levels: shown.map((level) => levels[level]),
    counts: shown.map((level) => counts[level]),
    ...(rest.length > 0 && { leftOut: `${others.toLocaleString('en-US')} records in ${rest.length} other categories` }),
  }
}

/** The same levels after masking, and what lies in none of them. */
function sameLevels(levels: readonly string[], counts: Float64Array, shown: readonly string[]): Bars {
  const known = new Map(levels.map((level, i) => [level, counts[i]]))
  const others = levels.reduce((sum, level, i) => (shown.includes(level) ? sum : sum + counts[i]), 0)
  return {
    levels: shown,
    counts: shown.map((level) => known.get(level) ?? 0),
    ...(others > 0 && { leftOut: `${others.toLocaleString('en-US')} records in other categories` }),
  }
}
