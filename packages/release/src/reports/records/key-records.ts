import { isoText, type Column, type Dataset } from '@sdc/core'
import type { ReportRecord, ReportRecordKind } from '@sdc/report'
import { counted, groupedNumber } from '@sdc/inspect'
import { someOf } from '../facts/number-text.js'

/** Files whose records are searched by quasi-identifiers. */
export interface KeyInput {
  readonly original: Dataset
  readonly masked: Dataset
  readonly origin: Int32Array
  readonly keys: readonly string[]
}

/** Smallest number of records that must share the other quasi-identifiers after a remedy. */
const SHARED = 3

/** Number of records of a kind that a report lists. */
export const SHOWN = 6

/**
 * Finds records whose combination of quasi-identifiers is unique in the original, and unchanged and unique in the file.
 *
 * @param input - Both files and the quasi-identifiers.
 * @returns The kind, with the column whose omission helps the most records; undefined if there is no such record.
 */
export function keyRecords({ original, masked, origin, keys }: KeyInput): ReportRecordKind | undefined {
  const [before, after] = [original, masked].map((data) => combinations(data, keys))
  const own = countOf(before)
  const released = countOf(after)
  const without = keys.map((_, k) => countOf(after.map((one) => leftOut(one, k))))
  const found: ReportRecord[] = []
  const helped = keys.map(() => 0)
  origin.forEach((row, i) => {
    if (row < 0 || own.get(joined(before[row])) !== 1) return
    if (released.get(joined(after[i])) !== 1 || joined(before[row]) !== joined(after[i])) return
    const counts = keys.map((_, k) => without[k].get(joined(leftOut(after[i], k))) ?? 0)
    counts.forEach((count, k) => (helped[k] += count >= SHARED ? 1 : 0))
    const best = counts.indexOf(Math.max(...counts))
    const pairs = keys.map((name, k) => `${name} = ${after[i][k]}`)
    found.push({
      record: row + 1,
      why: `alone with ${someOf(pairs)}`,
      remedy:
        counts[best] >= SHARED
          ? `leave its ${keys[best]} empty: then ${counts[best]} records share the other quasi-identifiers (1 value)`
          : `leave the record out: without any one quasi-identifier it is alone or with one other (${counted(keys.length, 'column')} tried)`,
    })
  })
  if (found.length === 0) return undefined
  const most = Math.max(...helped)
  const name = keys[helped.indexOf(most)]
  return {
    kind: 'Alone with the same quasi-identifiers in the original and in the file',
    count: found.length,
    remedy:
      most === 0
        ? 'recode several quasi-identifiers, or leave these records out: omitting one column helps none of them'
        : `recode ${name} or leave the column out: without it, ${groupedNumber(most)} of ${groupedNumber(found.length)} share the other quasi-identifiers with at least two other records`,
    records: found.sort((a, b) => a.record - b.record).slice(0, SHOWN),
  }
}

/** Returns the texts of a record's quasi-identifiers; a missing value is a value of its own. */
function combinations(data: Dataset, keys: readonly string[]): readonly string[][] {
  const columns = keys.map((name) => data.column(name))
  return Array.from({ length: data.rows }, (_, i) => columns.map((column) => textOf(column, i)))
}

function textOf(column: Column, i: number): string {
  if (column.kind === 'numeric') {
    const value = column.values[i]
    if (Number.isNaN(value)) return '(missing)'
    return column.time === undefined ? String(value) : isoText(column.time, value)
  }
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
