import type { CategoricalColumn } from '@sdc/core'
import { balancedStarts } from '@sdc/toolkit/internal'
import type { ValueClasses } from './value-classes.js'

/**
 * Classes for categories of which nothing is said, at most `classes` and fewer than there are categories.
 *
 * Ordered categories: runs of neighbouring ones with nearly as many records each (`first to last`). Others: the most frequent
 * ones stay, the rest is collected; of two that are as frequent the one that comes first stays.
 *
 * @param column - The column, all its records.
 * @param classes - The greatest number of classes.
 * @param other - What the rest is called.
 * @returns The classes; undefined where fewer than two categories occur.
 * Cost: O(n + levels log levels).
 */
export function usualClasses(column: CategoricalColumn, classes: number, other: string): ValueClasses | undefined {
  const counts = levelCounts(column)
  const occurring = counts.reduce((sum, count) => sum + (count > 0 ? 1 : 0), 0)
  if (occurring < 2) return undefined
  const most = Math.min(classes, occurring - 1)
  return column.ordered ? neighbours(column.levels, counts, most) : frequentOnes(column.levels, counts, most, other)
}

/** How many records have each category. */
export function levelCounts({ codes, levels }: CategoricalColumn): Int32Array {
  const counts = new Int32Array(levels.length)
  for (let i = 0; i < codes.length; i++) if (codes[i] >= 0) counts[codes[i]]++
  return counts
}

function neighbours(levels: readonly string[], counts: Int32Array, classes: number): ValueClasses {
  // Where each category that occurs begins, all records in the order of the categories.
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

/** `first to last` of each run, a category of its own as it is; where another category has that name, with `…` for `to`. */
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
