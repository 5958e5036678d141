import type { Dataset, Totals } from '@sdc/core'
import type { BoundRule } from '../bind/bound-rule.js'
import { brokenRecords } from './judge-rule.js'
import type { CountedRule, RuleCount } from './rules-that-hold.js'

/** Records of a file that break rules. */
export interface BrokenInFile {
  readonly records: number
  /** Number of records that break at least one rule. */
  readonly broken: number
  readonly byRule: readonly RuleCount[]
}

/**
 * Counts the records of a file, or of a block of it, that break rules.
 *
 * @param rules - The bound rules.
 * @param data - The records.
 * @returns Counts that can be added over blocks, for `brokenOfTotals`.
 */
export function brokenTotals(rules: readonly BoundRule[], data: Dataset): Totals {
  const any = new Uint8Array(data.rows)
  const byRule = rules.flatMap((rule) => {
    const { records, broken, notJudged } = brokenRecords(rule, data)
    for (let i = 0; i < any.length; i++) any[i] |= records[i]
    return [broken, notJudged]
  })
  return Float64Array.of(
    data.rows,
    any.reduce((sum, one) => sum + one, 0),
    ...byRule,
  )
}

/**
 * Selects the rules that no record of masked files breaks, and that are decided in some record of each file.
 *
 * @param rules - Rules that the masked records keep.
 * @param files - Their counts, by file.
 * @returns The rules that hold.
 */
export function rulesHeld(rules: readonly CountedRule[], files: readonly BrokenInFile[]): CountedRule[] {
  return rules.filter((_, r) =>
    files.every(({ byRule }) => byRule[r].broken === 0 && byRule[r].notJudged < byRule[r].records),
  )
}

/**
 * Reads the counts of `brokenTotals`.
 *
 * @param totals - The counts, added up over blocks.
 * @returns The same by name.
 */
export function brokenOfTotals([records, broken, ...counts]: Totals): BrokenInFile {
  const byRule = Array.from({ length: counts.length / 2 }, (_, r) => ({
    broken: counts[2 * r],
    notJudged: counts[2 * r + 1],
    records,
  }))
  return { records, broken, byRule }
}
