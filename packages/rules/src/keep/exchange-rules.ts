import type { Rng } from '@sdc/core'
import { assignTuples } from './assign-tuples.js'
import { exchangePairs } from './exchange-pairs.js'
import { componentsOf, columnsOfRule } from './keep-rules.js'
import type { RuleRecords } from './ways.js'
import { oneRecordAUnit } from './one-record-a-unit.js'
import { keepsRule, type RuleSystem } from './ways.js'

/** Outcome of exchanging values between records. */
export interface ExchangeCounts {
  /** Number of records whose values changed. */
  readonly exchanged: number
  /** Columns whose values come together from one original record. */
  readonly together: readonly string[]
  /** Number of records that got their own original values back in such columns. */
  readonly own: number
  /** Number of records with only their original values, since too many others have the same values. */
  readonly unchanged: number
  /** Number of records that still break a rule. */
  readonly left: number
  /** Number of records whose rules and unmasked columns leave them only their original values. */
  readonly forced: number
  /** Number of the first rule that was broken; −1 for none. */
  readonly rule: number
  /** Columns with values that the original lacks: no original record can provide them. */
  readonly foreign: readonly string[]
  /** Columns of persons or households that share rules with columns of records. */
  readonly mixed: readonly string[]
}

/** Records whose values are exchanged. */
export interface ExchangeRecords extends RuleRecords {
  /** Random numbers that decide ties. */
  readonly rng: Rng
}

/**
 * Keeps rules by exchanging values between records, so that every column keeps its values. Columns that share rules are
 * treated together. Without equations, broken records exchange single values with the nearest suitable record. If this
 * does not suffice, every record gets the values of one original record, the nearest to its masked ones. Each original
 * record is used once, so that rules of the original hold. The records of a person or household with one value count as
 * one. Cost: O(n log n) sorts, and assignments of at most 128 records each.
 *
 * @param system - Columns and rules.
 * @param records - The records; their values are changed in place.
 * @returns Counts of the exchanges; columns that are `foreign` or `mixed` were not exchanged.
 */
export function exchangeRules(system: RuleSystem, records: ExchangeRecords): ExchangeCounts {
  const { columns } = system
  const { values, originals, rng } = records
  const before = values.map((own) => own.slice())
  const together: number[] = []
  const [foreign, mixed]: string[][] = [[], []]
  const parts: { readonly masked: readonly number[]; readonly hasFixed: boolean }[] = []
  const differsBut = (but: readonly number[], i: number): boolean =>
    columns.some(({ isMasked }, c) => isMasked && !but.includes(c) && !Object.is(values[c][i], originals[c][i])) ||
    records.differs(i)
  let rule = -1
  for (const [p, part] of componentsOf(system).entries()) {
    const first = brokenOf(part, values)[0]
    if (first === undefined) continue
    if (rule < 0)
      rule = system.rules.findIndex(
        (one) =>
          !keepsRule(
            one,
            values.map((own) => own[first]),
          ),
      )
    const used = [...new Set(part.rules.flatMap(columnsOfRule))].sort((a, b) => a - b)
    const masked = used.filter((c) => columns[c].isMasked)
    const names = masked.map((c) => columns[c].name)
    const own = oneRecordAUnit(columns, used, { ...records, differs: (i) => differsBut(masked, i) })
    if (own === undefined) mixed.push(...names)
    if (masked.length === 0 || own === undefined) continue
    const start = own.values.map((column) => column.slice())
    exchangePairs(part, { ...own, masked, broken: brokenOf(part, own.values) })
    if (brokenOf(part, own.values).length > 0) {
      const others = masked.filter((c) => !hasSameValues(start[c], own.originals[c]))
      if (others.length === 0) {
        for (const c of masked) own.values[c].set(start[c])
        const fixed = used.filter((c) => !columns[c].isMasked)
        assignTuples({ masked, fixed, columns, rng: rng.child(`part ${p}`) }, own)
        together.push(...masked)
        parts.push({ masked, hasFixed: fixed.length > 0 })
      } else foreign.push(...others.map((c) => columns[c].name))
    }
    own.spread(masked)
  }
  let [exchanged, back, unchanged, forced] = [0, 0, 0, 0]
  const isOriginal = (c: number, of: readonly Float64Array[], i: number): boolean =>
    Object.is(of[c][i], originals[c][i])
  for (let i = 0; i < (values.at(0)?.length ?? 0); i++) {
    if (values.some((now, c) => !Object.is(now[i], before[c][i]))) exchanged++
    const got = parts.filter(({ masked }) => masked.every((c) => isOriginal(c, values, i)))
    if (got.length === 0) continue
    back++
    const wasSame = columns.every(({ isMasked }, c) => !isMasked || isOriginal(c, before, i))
    if (wasSame || differsBut([], i)) continue
    if (got.some(({ hasFixed }) => hasFixed)) forced++
    else unchanged++
  }
  return {
    exchanged,
    together: together.map((c) => columns[c].name),
    own: back,
    unchanged,
    left: brokenOf(system, values).length,
    forced,
    rule,
    foreign,
    mixed,
  }
}

/** Numbers of the records that break a rule. */
function brokenOf({ rules }: RuleSystem, values: readonly Float64Array[]): number[] {
  const record = new Float64Array(values.length)
  const broken: number[] = []
  for (let i = 0; i < (values.at(0)?.length ?? 0); i++) {
    for (let c = 0; c < values.length; c++) record[c] = values[c][i]
    if (!rules.every((rule) => keepsRule(rule, record))) broken.push(i)
  }
  return broken
}

/** Tests whether two columns have the same values in any order. */
function hasSameValues(a: Float64Array, b: Float64Array): boolean {
  const [x, y] = [a.slice().sort(), b.slice().sort()]
  return x.every((value, i) => value === y[i] || (Number.isNaN(value) && Number.isNaN(y[i])))
}
