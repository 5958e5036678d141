import type { LevelOf, Sensitivity, Table } from '@sdc/core'

/**
 * Level of the p % rule for any contributions: in a union a contributor subtracts their own, in a remainder nobody
 * does.
 */
export const pPercent =
  (p: number): LevelOf =>
  ({ total, largest }, as) => {
    const known = as === 'union' ? (largest[1] ?? 0) : 0
    return Math.max(0, (p / 100) * (largest[0] ?? 0) - (total - (largest[0] ?? 0) - known))
  }

/** Level of the (n, k) rule. */
export const dominance =
  (n: number, k: number): LevelOf =>
  ({ total, largest }) =>
    Math.max(
      0,
      (100 / k) *
        Array.from(largest)
          .slice(0, n)
          .reduce((a, b) => a + b, 0) -
        total,
    )

/** Marks cells as found by a rule, with its level on both sides. */
export function found(table: Table, levels: Readonly<Record<number, number>>, levelOf?: LevelOf): Sensitivity {
  const status = Uint8Array.from(table.values, (_, c) => Number(levels[c] !== undefined))
  const level = Float64Array.from(table.values, (_, c) => levels[c] ?? 0)
  const rules = levelOf ? [{ name: 'rule', status, levelOf }] : undefined
  return { status, lower: level, upper: level, width: new Float64Array(level.length), rules }
}
