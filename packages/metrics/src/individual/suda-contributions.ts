import type { Dataset } from '@sdc/core'
import { table } from '@sdc/toolkit'

/** Contributions of quasi-identifiers and their levels to the scores of a file. */
export interface Contributions {
  /** Counts one minimal unique set of a record, with its score. */
  add(row: number, keys: number, score: number): void
  /** Returns the sum of the scores of all sets. */
  total(): number
  /** Sum of the scores of the sets that contain each quasi-identifier. */
  readonly ofKeys: Float64Array
  /** Sum of the scores of the sets that contain a level, by quasi-identifier and 1 + code; index 0 for missing. */
  readonly ofLevels: readonly Float64Array[]
}

/**
 * Sums the contributions of quasi-identifiers: a share is 100·Σ scores of the sets that contain it / Σ scores of all
 * sets, so all shares sum to more than 100. A level's share refers to the scores of its quasi-identifier.
 *
 * @param codes - The quasi-identifiers, columns of n codes from −1 (missing) up.
 * @returns Sums that grow with each added set. Cost: O(d) a set.
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

/** Largest number of levels of a key in the table. */
const SHOWN = 20

/**
 * Returns the levels with the greatest contribution to the scores of their quasi-identifier, at most 20 each, in
 * descending order.
 *
 * @param file - The file, for the names of levels.
 * @param columns - The quasi-identifiers.
 * @param codes - Their codes.
 * @param ofKeys - Contributions of the quasi-identifiers.
 * @param ofLevels - Contributions of their levels.
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
