import type { CategoricalColumn } from '@sdc/core'
import { balancedStarts } from '@sdc/toolkit/internal'
import type { ValueClasses } from './value-classes.js'

/**
 * Classes for categories without other settings: at most `classes`, and fewer than there are categories.
 *
 * Ordered categories: runs of neighbours with nearly as many records each (`first to last`). Others: the most frequent
 * ones stay, and the rest becomes one class. If two categories are equally frequent, the first one stays.
 *
 * @param column - The column, all its records.
 * @param classes - The greatest number of classes.
 * @param other - Label of the class of the rest.
 * @returns The classes; undefined if fewer than two categories occur. Cost: O(n + levels log levels).
 */
export function usualClasses(column: CategoricalColumn, classes: number, other: string): ValueClasses | undefined {
  const counts = levelCounts(column)
  const occurring = counts.reduce((sum, count) => sum + (count > 0 ? 1 : 0), 0)
  if (occurring < 2) return undefined
  const most = Math.min(classes, occurring - 1)
  return column.ordered ? neighbours(column.levels, counts, most) : frequentOnes(column.levels, counts, most, other)
}

/** Number of records of each category. */
export function levelCounts({ codes, levels }: CategoricalColumn): Int32Array {
  const counts = new Int32Array(levels.length)
  for (let i = 0; i < codes.length; i++) if (codes[i] >= 0) counts[codes[i]]++
  return counts
}

function neighbours(levels: readonly string[], counts: Int32Array, classes: number): ValueClasses {
  // First place of each category that occurs, with all records sorted by category.
  const starts: number[] = []
  const codes: number[] = []
  let length = 0
  for (let code = 0; code < counts.length; code++) {
    if (counts[code] === 0) continue
    starts.push(length)
    codes.push(code)
    length += counts[code]
  }
  const begins = new Set(balancedStarts(starts, length, classes))
  const firsts = codes.filter((_, at) => at > 0 && begins.has(starts[at]))
  const bounds = [0, ...firsts, levels.length]
  const labels = runLabels(levels, bounds)
  const ofCode = new Int32Array(levels.length)
  for (let c = 0; c < labels.length; c++) ofCode.fill(c, bounds[c], bounds[c + 1])
  return { labels, ordered: true, ofCode }
}

/**
 * Labels of runs: `first to last`, or the name of a category that is a run by itself. If another category has that
 * name, `…` replaces `to`.
 */
function runLabels(levels: readonly string[], bounds: readonly number[]): string[] {
  const taken = new Set(levels)
  return bounds.slice(1).map((end, c) => {
    const [first, last] = [levels[bounds[c]], levels[end - 1]]
    if (end - bounds[c] === 1) return first
    let label = `${first} to ${last}`
    while (taken.has(label)) label = `(${label})`
    taken.add(label)
    return label
  })
}

function frequentOnes(levels: readonly string[], counts: Int32Array, classes: number, other: string): ValueClasses {
  const byFrequency = Array.from(levels.keys())
    .filter((code) => counts[code] > 0 && levels[code] !== other)
    .sort((a, b) => counts[b] - counts[a] || a - b)
  const kept = byFrequency.slice(0, classes - 1).sort((a, b) => a - b)
  const ofCode = new Int32Array(levels.length).fill(kept.length)
  for (const [c, code] of kept.entries()) ofCode[code] = c
  return { labels: [...kept.map((code) => levels[code]), other], ordered: false, ofCode }
}
