import { tieRuns } from '@sdc/stats'
import { recordsByLabel, type RecordsByLabel } from './records-by-label.js'

/** Records that are equal in all columns, put together by their kind. */
export interface EqualRecords extends RecordsByLabel {
  /** The kind of every record, from 0 in the order of first appearance. */
  readonly kindOf: Uint32Array
}

/** The distinct records of columns without missing values; −0 equals 0. Cost: O(np). */
export function equalRecords(columns: readonly Float64Array[], n: number): EqualRecords {
  const kindOf = new Uint32Array(n)
  let kinds = Math.min(n, 1)
  for (const column of columns) {
    const { order, starts: runs } = tieRuns(column)
    const run = new Uint32Array(n)
    for (let r = 0; r + 1 < runs.length; r++) for (let at = runs[r]; at < runs[r + 1]; at++) run[order[at]] = r
    // Pairs of a kind so far and a value, numbered by first appearance; a pair's key is below n².
    const numbers = new Map<number, number>()
    for (let i = 0; i < n; i++) {
      const key = kindOf[i] * runs.length + run[i]
      let kind = numbers.get(key)
      if (kind === undefined) numbers.set(key, (kind = numbers.size))
      kindOf[i] = kind
    }
    kinds = numbers.size
  }
  return { kindOf, ...recordsByLabel(kindOf, kinds) }
}
