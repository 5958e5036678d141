import type { ValueStep } from '@sdc/stats'
import type { BoundRule } from '../bind/bound-rule.js'
import { derivations, withDerived, type Derivation } from './derive.js'
import { waysOfRule } from './rule-ways.js'
import type { RuleSystem, SystemColumn } from './ways.js'

/** A column of a masked file, with the facts that repairs need. */
export interface RuleColumn {
  readonly kind: 'numeric' | 'categorical'
  /** True if the run masks it. */
  readonly isMasked: boolean
  /** False if it must not be computed either: ids, weights. */
  readonly canChange: boolean
  /** Standard deviation of the original numbers, or of the original codes of an ordered column. */
  readonly sd: number
  readonly levels: readonly string[]
  /** Levels that a repair may choose: 1 by code; those of the original. */
  readonly targets?: Uint8Array | undefined
  readonly isOrdered: boolean
  readonly step?: ValueStep | undefined
  readonly isLoose?: boolean | undefined
  /** Column of the persons or households whose records all have one value of it. */
  readonly unit?: string | undefined
  readonly lower?: number | undefined
  readonly upper?: number | undefined
  readonly isCode?: ((value: number) => boolean) | undefined
}

/** Rules and columns, ready to keep. */
export interface KeptSystem extends RuleSystem {
  /** Names of its columns. */
  readonly names: readonly string[]
  /** Columns that are computed, in their order. */
  readonly derived: readonly Derivation[]
}

/**
 * Prepares the rules that masked records have to keep.
 *
 * @param rules - The bound rules.
 * @param describe - Describes a column of the masked file; undefined if the file lacks it.
 * @param isDerived - True to compute the left sides of equations; false to repair these, too.
 * @returns Columns, ways and derivations; only rules with a masked column are in it.
 */
export function systemOf(
  rules: readonly BoundRule[],
  describe: (column: string) => RuleColumn | undefined,
  isDerived: boolean,
): KeptSystem {
  const all = [...new Set(rules.flatMap(({ rule }) => rule.columns))]
  const described = new Map(all.flatMap((name) => [[name, describe(name)] as const]))
  const names = all.filter((name) => described.get(name) !== undefined)
  const columns = names.map((name) => systemColumn(name, described.get(name) as RuleColumn))
  const placed = (name: string): { place: number; levels: readonly string[] } | undefined => {
    const own = described.get(name)
    return own && { place: names.indexOf(name), levels: own.levels }
  }
  const ways = rules.map((rule) => waysOfRule(rule, placed))
  const derived = isDerived
    ? derivations({ columns, rules: ways }, (c) => described.get(names[c])?.canChange ?? false)
    : []
  return { names, columns: withDerived(columns, derived), rules: ways, derived }
}

function systemColumn(name: string, own: RuleColumn): SystemColumn {
  const { kind, isMasked, sd, levels, isOrdered, step, isLoose, targets, isCode } = own
  const isNumeric = kind === 'numeric'
  // Files in memory and out of core are summed in other orders: the last bits of a deviation must not affect the
  // choice.
  const size = Number(sd.toPrecision(6))
  return {
    name,
    isMasked,
    levels: isNumeric ? 0 : levels.length,
    cost: (isNumeric || isOrdered) && size > 0 && Number.isFinite(size) ? 1 / size : 1,
    isOrdered: isOrdered && !isNumeric,
    targets,
    step,
    isLoose,
    unit: own.unit,
    lower: own.lower ?? -Infinity,
    upper: own.upper ?? Infinity,
    isCode,
  }
}
