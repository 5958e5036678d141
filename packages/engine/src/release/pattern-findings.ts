import { isMissing, option, type Column, type Dataset } from '@sdc/core'
import { uniqueCombinations } from '@sdc/stats/internal'
import type { FileState } from '../run/files/assemble.js'
import { beforeMasking } from './open-columns.js'
import type { ReleaseFinding } from './release-finding.js'

/**
 * Share of unique records from which the pattern of missing cells identifies persons; the pattern is exact in every one
 * of them.
 */
const MANY = 0.01
/** Fewest unique records of a finding. */
const LEAST = 3

/**
 * Finds a pattern of missing cells that the released file shares with the original and that identifies persons. A
 * column counts, masked or not, if the same records lack a value in both files. Cost: O(n) per column.
 *
 * @param original - The original file.
 * @param file - The released file.
 * @param names - The columns that count.
 * @returns One finding, or none.
 */
export function patternFindings(original: Dataset, file: FileState, names: readonly string[]): ReleaseFinding[] {
  const { rows } = file.data
  const flags = names.flatMap((name) => {
    if (!file.data.names.includes(name) || !original.names.includes(name)) return []
    const [before, after] = [beforeMasking(original, file, name), file.data.column(name)].map((one) =>
      flagsOf(one, rows),
    )
    return after.includes(1) && after.every((flag, i) => flag === before[i]) ? [{ name, codes: after, levels: 2 }] : []
  })
  return patternFinding(
    flags.map(({ name }) => name),
    flags.length === 0 ? 0 : uniqueCombinations(flags),
    rows,
  )
}

/**
 * Finds a pattern of missing cells that identifies people.
 *
 * @param columns - The columns with missing cells that are released unchanged.
 * @param unique - Number of records with a unique pattern.
 * @param rows - Number of records.
 * @returns One finding, or none.
 */
export function patternFinding(columns: readonly string[], unique: number, rows: number): ReleaseFinding[] {
  if (unique < Math.max(LEAST, MANY * rows)) return []
  const sentence =
    `the missing cells of ${columns.join(' + ')} form patterns (${unique} of ${rows} records are unique; ` +
    'risk/missing-pattern)'
  const remedy = `Fill missing cells (${option('missing', 'impute')}), or drop columns with few of them.`
  return [{ kind: 'names-people', columns, share: unique / rows, sentence, accept: columns, remedy }]
}

function flagsOf(column: Column, rows: number): Int32Array {
  return Int32Array.from({ length: rows }, (_, i) => (isMissing(column, i) ? 1 : 0))
}
