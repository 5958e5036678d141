import type { Column, NumericColumn } from '@sdc/core'
import { quantileOfSorted, sortedValues } from '@sdc/stats'
import type { KeyRelation } from '../compare/key-relations.js'

/** Disclosure risk of a confidential column by its own values. */
export interface ValueRisk {
  readonly column: string
  /** Number of records with a value. */
  readonly present: number
  /** Share of these records with a unique value. */
  readonly once: number
  /** Extremes of a numeric column; undefined for categories. */
  readonly numbers?: NumberRisk | undefined
  /** Most frequent category, with its share of the records with a value; undefined for numbers. */
  readonly level?: { readonly level: string; readonly share: number } | undefined
}

/** Extremes of a numeric column. */
export interface NumberRisk {
  /** Share of zeros; null for dates and times, whose zero has no meaning. */
  readonly zeros: number | null
  /** Greatest value; null for dates and times. */
  readonly greatest: number | null
  /** Ratio of the greatest value to the second; null if the second is not above 0, and for dates and times. */
  readonly overSecond: number | null
  /** Ratio of the greatest value to the 95 % point; null if that is not above 0, and for dates and times. */
  readonly overP95: number | null
  /** Quasi-identifier that explains most of the column: adjusted η² or R² of its normal scores; null if none explains any. */
  readonly toldBy: { readonly key: string; readonly share: number } | null
}

/**
 * Describes a confidential column. Cost: a sort of numbers, a pass over categories.
 *
 * @param name - Its name.
 * @param column - Its values.
 * @param relations - Share of it that each quasi-identifier explains (`keyShares`).
 * @returns Shares of the records with a value.
 */
export function valueRisk(name: string, column: Column, relations: readonly KeyRelation[] = []): ValueRisk {
  return column.kind === 'numeric' ? ofNumbers(name, column, relations) : ofLevels(name, column.codes, column.levels)
}

function ofNumbers(column: string, { values, time }: NumericColumn, relations: readonly KeyRelation[]): ValueRisk {
  const sorted = sortedValues(values)
  const present = sorted.length
  if (present === 0) return { column, present, once: 0 }
  let [once, zeros] = [0, 0]
  for (let i = 0; i < present; i++) {
    zeros += Number(sorted[i] === 0)
    once += Number(sorted[i] !== sorted[i - 1] && sorted[i] !== sorted[i + 1])
  }
  const greatest = sorted[present - 1]
  const over = (value: number): number | null => (value > 0 && time === undefined ? greatest / value : null)
  const best = relations.reduce((a, b) => (b.share > a.share ? b : a), { key: '', share: 0 })
  return {
    column,
    present,
    once: once / present,
    numbers: {
      zeros: time === undefined ? zeros / present : null,
      greatest: time === undefined ? greatest : null,
      overSecond: over(sorted[present - 2]),
      overP95: over(quantileOfSorted(sorted, 0.95)),
      toldBy: best.share > 0 ? { key: best.key, share: Math.min(1, best.share) } : null,
    },
  }
}

function ofLevels(column: string, codes: Int32Array, levels: readonly string[]): ValueRisk {
  const counts = new Int32Array(levels.length)
  for (const code of codes) if (code >= 0) counts[code]++
  const present = counts.reduce((sum, count) => sum + count, 0)
  if (present === 0) return { column, present, once: 0 }
  const most = counts.reduce((a, count, code) => (count > counts[a] ? code : a), 0)
  return {
    column,
    present,
    once: counts.reduce((sum, count) => sum + Number(count === 1), 0) / present,
    level: { level: levels[most], share: counts[most] / present },
  }
}
