import { seededRng } from '@sdc/core'
import { keepsRule, type RuleSystem, type RuleWays, type SystemColumn } from './ways.js'

/** A masked column of whole numbers from 0. */
export function number(name: string, sd: number, more: Partial<SystemColumn> = {}): SystemColumn {
  const step = { whole: 1, scale: 1 }
  return { name, isMasked: true, levels: 0, cost: 1 / sd, isOrdered: false, step, lower: 0, upper: Infinity, ...more }
}

/** A rule Σ coefficient·value = 0, or ≤ 0. */
export function linear(terms: [number, number][], isEquation: boolean, derived?: number): RuleWays {
  const row = { kind: 'row', terms, bound: 0, isEquation, isStrict: false } as const
  return { text: JSON.stringify(terms), ways: [[row]], derived }
}

/** Three equations and two inequalities over twelve columns. */
export const system: RuleSystem = {
  columns: Array.from({ length: 12 }, (_, c) => number(`x${c}`, 100 * (c + 1))),
  rules: [
    linear(
      [
        [0, 1],
        [1, -1],
        [2, -1],
        [3, -1],
      ],
      true,
      0,
    ),
    linear(
      [
        [4, 1],
        [5, -1],
        [6, -1],
      ],
      true,
      4,
    ),
    linear(
      [
        [7, 1],
        [0, -1],
        [4, -1],
      ],
      true,
      7,
    ),
    linear(
      [
        [8, 1],
        [7, -1],
      ],
      false,
    ),
    linear(
      [
        [9, 1],
        [10, 1],
        [11, -2],
      ],
      false,
    ),
  ],
}

/** Values of the twelve columns, which break the rules. */
export function noisyValues(rows: number): Float64Array[] {
  const rng = seededRng('noisy')
  return system.columns.map((_, c) =>
    Float64Array.from({ length: rows }, () => Math.abs(Math.round(1000 + 100 * (c + 1) * rng.normal()))),
  )
}

/** Number of records that break a rule of a system. */
export function brokenOf(rules: readonly RuleWays[], values: readonly Float64Array[]): number {
  const record = new Float64Array(values.length)
  const rows = values.length === 0 ? 0 : values[0].length
  let broken = 0
  for (let i = 0; i < rows; i++) {
    for (let c = 0; c < values.length; c++) record[c] = values[c][i]
    if (!rules.every((rule) => keepsRule(rule, record))) broken++
  }
  return broken
}
