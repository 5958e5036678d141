import { computeDerived, type Derivation } from './derive.js'
import { keepUnits } from './keep-units.js'
import { repairRecord } from './repair-record.js'
import {
  breaks,
  keepsRule,
  type Atom,
  type RuleRecords,
  type RuleSystem,
  type RuleWays,
  type SystemColumn,
} from './ways.js'

/** Counts of repaired records. Counts of blocks are added, but of `largest` the greatest is taken. */
export interface RepairCounts {
  /** Number of records that were repaired. */
  readonly repaired: number
  /** Number of values that a repair set back to the original. */
  readonly returned: number
  /** Number of records that no change of masked values repairs. */
  readonly left: number
  /** Number of records that keep their rules only with all their original values, which no rule states. */
  readonly forced: number
  /** Largest change of a number, in standard deviations. */
  readonly largest: number
  /** Number of a rule that the first record left breaks, or the first forced one; −1 for none. */
  readonly rule: number
}

export const noRepairs: RepairCounts = { repaired: 0, returned: 0, left: 0, forced: 0, largest: 0, rule: -1 }

/**
 * Adds the counts of two blocks.
 *
 * @param a - Counts of one block.
 * @param b - Counts of a later block.
 * @returns Their sums, the greatest change, and the first rule.
 */
export function addedCounts(a: RepairCounts, b: RepairCounts): RepairCounts {
  return {
    repaired: a.repaired + b.repaired,
    returned: a.returned + b.returned,
    left: a.left + b.left,
    forced: a.forced + b.forced,
    largest: Math.max(a.largest, b.largest),
    rule: a.rule >= 0 ? a.rule : b.rule,
  }
}

/**
 * Computes derived columns of masked records, and repairs every record that breaks a rule by the least change of its
 * masked values. A repair that would restore all original values of a record is replaced by the next best one, if there
 * is one. Cost: one pass for every rule, and a small linear program for each broken record.
 *
 * @param system - Columns and rules.
 * @param derived - Columns to compute first.
 * @param records - The records; their values are changed in place.
 * @returns Counts of the repairs.
 */
export function keepRules(system: RuleSystem, derived: readonly Derivation[], records: RuleRecords): RepairCounts {
  const { columns, rules } = system
  const { values, originals } = records
  computeDerived(derived, columns, values)
  const ruled = keepUnits(system, records)
  const partsOf = new Map<RuleSystem, RuleSystem[]>()
  const counts = { ...noRepairs }
  const record = new Float64Array(columns.length)
  const original = new Float64Array(columns.length)
  const isSame = (made: Float64Array): boolean =>
    columns.every(({ isMasked }, c) => !isMasked || Object.is(made[c], original[c]))
  const computed = derived.map(({ column }) => column)
  const isBroken = ({ rules }: RuleSystem): boolean =>
    !rules.every((rule) => keepsRule(rule, record)) || computed.some((c) => !isPossible(columns[c], record[c]))
  for (let i = 0; i < (values.at(0)?.length ?? 0); i++) {
    for (let c = 0; c < columns.length; c++) record[c] = values[c][i]
    const own = ruled.systemFor(i)
    const parts = partsOf.get(own) ?? componentsOf(own)
    partsOf.set(own, parts)
    const broken = parts.filter(isBroken)
    const together = ruled.made.get(i)
    if (broken.length === 0 && together === undefined) continue
    for (let c = 0; c < columns.length; c++) original[c] = originals[c][i]
    const wasSame = isSame(record)
    let made: Float64Array | undefined = together ?? record.slice()
    if (together === undefined) for (const part of broken) made = made && repairRecord(part, made)?.values
    const blame = (): void => {
      if (counts.rule < 0)
        counts.rule = Math.max(
          0,
          rules.findIndex((rule) => !keepsRule(rule, record)),
        )
    }
    if (made === undefined) {
      counts.left++
      blame()
      continue
    }
    if (!wasSame && isSame(made) && !records.differs(i)) {
      const other = repairRecord(own, together ?? record, original)
      if (other !== null) made = other.values
      else if (!rules.every((rule) => keepsRule(rule, record) || isStated(rule, columns, made as Float64Array))) {
        counts.forced++
        blame()
      }
    }
    if (made.some((value, c) => !Object.is(value, record[c]))) counts.repaired++
    for (const [c, { cost, levels }] of columns.entries()) {
      const value = made[c]
      if (Object.is(value, record[c])) continue
      if (value === original[c]) counts.returned++
      if (levels === 0) counts.largest = Math.max(counts.largest, Math.abs(value - record[c]) * cost)
      values[c][i] = value
    }
  }
  return counts
}

/**
 * Tests whether a rule itself states the values, as in `if age < 15 then income = 0`: everybody who knows the rule
 * knows them. An equation with unmasked columns states none, because these columns disclose the masked one.
 */
function isStated({ ways }: RuleWays, columns: readonly SystemColumn[], record: Float64Array): boolean {
  const isOfOne = (atom: Atom): boolean =>
    atom.kind !== 'row' || atom.terms.length === 1 || !atom.terms.some(([c]) => columns[c].isMasked)
  return ways.some((way) => way.every((atom) => !breaks(atom, record) && isOfOne(atom)))
}

/** Tests whether a number is within the bounds of its column and not a code for a missing value. */
function isPossible({ lower, upper, isCode }: SystemColumn, value: number): boolean {
  return Number.isNaN(value) || (value >= lower && value <= upper && isCode?.(value) !== true)
}

/** Divides a system into parts that do not share columns. */
export function componentsOf({ columns, rules }: RuleSystem): RuleSystem[] {
  const parts: { readonly used: Set<number>; readonly rules: RuleWays[] }[] = []
  for (const rule of rules) {
    const used = new Set(columnsOfRule(rule))
    const own = parts.filter((part) => [...part.used].some((c) => used.has(c)))
    for (const part of own) parts.splice(parts.indexOf(part), 1)
    const all = [...own.flatMap((part) => part.rules), rule]
    parts.push({ used: new Set([...used, ...own.flatMap((part) => [...part.used])]), rules: all })
  }
  return parts.map((part) => ({ columns, rules: rules.filter((rule) => part.rules.includes(rule)) }))
}

/** Columns of a rule. */
export function columnsOfRule({ ways }: RuleWays): number[] {
  return ways.flat().flatMap((atom) => (atom.kind === 'row' ? atom.terms.map(([c]) => c) : [atom.column]))
}
