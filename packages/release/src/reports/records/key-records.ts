import type { Column, Dataset } from '@sdc/core'
import type { ReportRecord } from '@sdc/report'
import { counted } from '@sdc/inspect'
import { someOf } from '../facts/number-text.js'

/** Files whose records are looked for by keys. */
export interface KeyInput {
  readonly original: Dataset
  readonly masked: Dataset
  readonly origin: Int32Array
  readonly keys: readonly string[]
}

/** How many records share what is left of the keys, so that one of them is no longer told apart. */
const SHARED = 3

/**
 * The records whose combination of keys is alone in the original, came out as it was, and is alone in the file.
 *
 * @param input - Both files and the keys.
 * @returns They, by number, each with the key whose leaving out makes the most records share the others.
 */
export function keyRecords({ original, masked, origin, keys }: KeyInput): ReportRecord[] {
  const [before, after] = [original, masked].map((data) => combinations(data, keys))
  const own = countOf(before)
  const released = countOf(after)
  const without = keys.map((_, k) => countOf(after.map((one) => leftOut(one, k))))
  const found: ReportRecord[] = []
  origin.forEach((row, i) => {
    if (row < 0 || own.get(joined(before[row])) !== 1) return
    if (released.get(joined(after[i])) !== 1 || joined(before[row]) !== joined(after[i])) return
    const counts = keys.map((_, k) => without[k].get(joined(leftOut(after[i], k))) ?? 0)
    const best = counts.indexOf(Math.max(...counts))
    const pairs = keys.map((name, k) => `${name} = ${after[i][k]}`)
    found.push({
      record: row + 1,
      why: `alone with ${someOf(pairs)}, in the original and in the file`,
      remedy:
        counts[best] >= SHARED
          ? `leave its ${keys[best]} empty: then ${counts[best]} records share the other keys (1 value)`
          : `leave the record out: without any one key it is alone or with one other (${counted(keys.length, 'key')} tried)`,
    })
  })
  return found.sort((a, b) => a.record - b.record)
}

/** The texts of a record's keys; what is missing is a value of its own. */
function combinations(data: Dataset, keys: readonly string[]): readonly string[][] {
  const columns = keys.map((name) => data.column(name))
  return Array.from({ length: data.rows }, (_, i) => columns.map((column) => textOf(column, i)))
}

function textOf(column: Column, i: number): string {
  if (column.kind === 'numeric') return Number.isNaN(column.values[i]) ? '(missing)' : String(column.values[i])
  return column.levels[column.codes[i]] ?? '(missing)'
}

function leftOut(texts: readonly string[], k: number): string[] {
  return texts.map((text, at) => (at === k ? '' : text))
}

function joined(texts: readonly string[]): string {
  return JSON.stringify(texts)
}

function countOf(all: readonly (readonly string[])[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>()
  for (const one of all) counts.set(joined(one), (counts.get(joined(one)) ?? 0) + 1)
  return counts
}
