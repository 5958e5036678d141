import type { Dataset } from '@sdc/core'
import { table } from '@sdc/toolkit'

/** What keys and their levels add to the scores of a file. */
export interface Contributions {
  /** Counts one minimal unique set of a record, with its score. */
  add(row: number, keys: number, score: number): void
  /** The scores of all sets. */
  total(): number
  /** By key: the scores of the sets that it is part of. */
  readonly ofKeys: Float64Array
  /** By key and 1 + code: the scores of the sets that this level of the key is part of; a missing key is at 0. */
  readonly ofLevels: readonly Float64Array[]
}

/**
 * Adds up what keys contribute: a key's share is 100·Σ scores of the sets that it is part of / Σ scores of all sets, so that
 * the shares of all keys add up to more than 100; a level's is the part of its key's scores.
 *
 * @param codes - The keys, columns of n codes from −1 (missing) up.
 * @returns Sums that grow with each set that is added. Cost: O(d) a set.
 */
export function keyContributions(codes: readonly Int32Array[]): Contributions {
  const ofKeys = new Float64Array(codes.length)
  const ofLevels = codes.map((column) => new Float64Array(2 + column.reduce((most, code) => Math.max(most, code), -1)))
  let total = 0
  return {
    add(row, keys, score) {
      total += score
      for (let rest = keys; rest !== 0; rest &= rest - 1) {
        const j = 31 - Math.clz32(rest & -rest)
        ofKeys[j] += score
        ofLevels[j][codes[j][row] + 1] += score
      }
    },
    total: () => total,
    ofKeys,
    ofLevels,
  }
}

/** So many levels of a key are shown. */
const SHOWN = 20

/**
 * The levels that contribute most to their key's scores, at most 20 a key, the most first.
 *
 * @param file - The file, for the names of levels.
 * @param columns - The keys.
 * @param codes - Their codes.
 * @param ofKeys - What each key contributes.
 * @param ofLevels - What each level does.
 * @returns A table `key`, `level`, `percent of the scores of the key`.
 */
export function levelTable(
  file: Dataset,
  columns: readonly string[],
  codes: readonly Int32Array[],
  ofKeys: Float64Array,
  ofLevels: readonly Float64Array[],
): Dataset {
  const rows = columns.flatMap((name, j) => {
    const sums = ofLevels[j]
    const places = Int32Array.from(sums.keys()).filter((place) => sums[place] > 0)
    const most = places.sort((a, b) => sums[b] - sums[a] || a - b).slice(0, SHOWN)
    return Array.from(most, (place) => ({
      key: name,
      level: levelName(file, name, codes[j], place - 1),
      percent: (100 * sums[place]) / ofKeys[j],
    }))
  })
  return table({
    key: rows.map(({ key }) => key),
    level: rows.map(({ level }) => level),
    'percent of the scores of the key': Float64Array.from(rows, ({ percent }) => percent),
  })
}

function levelName(file: Dataset, name: string, codes: Int32Array, code: number): string {
  if (code < 0) return 'missing'
  const column = file.column(name)
  return column.kind === 'categorical' ? column.levels[code] : String(column.values[codes.indexOf(code)])
}
