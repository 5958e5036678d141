import { nearestMultiple } from '@sdc/stats/internal'
import { stepOfSums, type RowAtom, type RuleSystem, type SystemColumn } from './ways.js'

/** A column that is computed from others: value = (bound − Σ coefficient·value) / own coefficient. */
export interface Derivation {
  /** Number of its rule. */
  readonly rule: number
  readonly column: number
  readonly terms: readonly (readonly [column: number, coefficient: number])[]
  readonly constant: number
}

/** A left side with less than this share of the greatest standard deviation of its equation is not computed. */
const SMALL_LEFT = 0.5

/**
 * Chooses the equations whose left side is computed: one column alone on the left, and a masked or computed column on
 * the right. A left side that varies much less than a masked column on the right would only contain the errors of that
 * column, as in stay = discharge − admission. The column that varies most is computed instead. Equations are sorted so
 * that every right side is ready. If a column has two equations, the first one counts; equations that depend on each
 * other are left to repairs.
 */
export function derivations({ columns, rules }: RuleSystem, canChange: (column: number) => boolean): Derivation[] {
  const known = new Set(columns.flatMap(({ isMasked }, c) => (isMasked ? [c] : [])))
  const lefts = new Set(rules.flatMap(({ derived }) => derived ?? []))
  let waiting = rules.flatMap((rule, r): Derivation[] => {
    const { derived, ways } = rule
    const [atom] = ways.length === 1 && ways[0].length === 1 ? ways[0] : []
    if (derived === undefined || atom?.kind !== 'row' || !atom.isEquation) return []
    const column = computedColumn(atom, derived, columns, (c) => canChange(c) && !lefts.has(c))
    return canChange(column) ? solvedFor(atom, column, r) : []
  })
  // A value of all records of a unit is not computed from values of single records.
  waiting = waiting.filter(({ column, terms }) => {
    const { unit } = columns[column]
    return unit === undefined || terms.every(([c]) => !columns[c].isMasked || columns[c].unit === unit)
  })
  waiting = waiting.filter(({ column }, at) => waiting.findIndex((one) => one.column === column) === at)
  // Columns that change: by masking, or because a column on their right side changes.
  for (let before = -1; before !== known.size;) {
    before = known.size
    for (const { column, terms } of waiting) if (terms.some(([c]) => known.has(c))) known.add(column)
  }
  waiting = waiting.filter(({ terms }) => terms.some(([c]) => known.has(c)))
  const ordered: Derivation[] = []
  for (;;) {
    const at = waiting.findIndex(({ terms }) => terms.every(([c]) => waiting.every(({ column }) => column !== c)))
    if (at < 0) return ordered
    ordered.push(...waiting.splice(at, 1))
  }
}

/**
 * Column of an equation to compute: its left side, or the masked column that varies most if the left side varies
 * little.
 */
function computedColumn(
  { terms }: RowAtom,
  left: number,
  columns: readonly SystemColumn[],
  canBe: (column: number) => boolean,
): number {
  const masked = terms.filter(([c]) => columns[c].isMasked)
  if (masked.length < 2) return left
  const spread = (c: number): number => Math.abs(terms.find(([d]) => d === c)?.[1] ?? 0) / columns[c].cost
  let [most] = masked[0]
  for (const [c] of masked) if (spread(c) > spread(most)) most = c
  return canBe(most) && spread(left) < SMALL_LEFT * spread(most) ? most : left
}

function solvedFor({ terms, bound }: RowAtom, column: number, rule: number): Derivation[] {
  const own = terms.find(([c]) => c === column)?.[1] ?? 0
  if (own === 0) return []
  const others = terms.filter(([c]) => c !== column)
  return [{ rule, column, terms: others.map(([c, coefficient]) => [c, -coefficient / own]), constant: bound / own }]
}

/** Columns with the computed ones marked: they may change, and their step is that of their sums. */
export function withDerived(columns: readonly SystemColumn[], derived: readonly Derivation[]): SystemColumn[] {
  const made = [...columns]
  for (const { column, terms, constant } of derived) {
    const parts = terms.map(([c, coefficient]) => [coefficient, made[c].step] as const)
    const step = stepOfSums(constant === 0 ? parts : [...parts, [constant, { whole: 1, scale: 1 }]])
    made[column] = { ...made[column], isMasked: true, step }
  }
  return made
}

/**
 * Computes columns of records in place. Missing cells stay missing, and a record without a value on the right side keeps its
 * left side.
 *
 * @param derived - The derivations in their order.
 * @param columns - The columns.
 * @param values - Their values.
 */
export function computeDerived(
  derived: readonly Derivation[],
  columns: readonly SystemColumn[],
  values: readonly Float64Array[],
): void {
  for (const { column, terms, constant } of derived) {
    const { step } = columns[column]
    const own = values[column]
    for (let i = 0; i < own.length; i++) {
      let sum = constant
      for (const [c, coefficient] of terms) sum += coefficient * values[c][i]
      if (Number.isNaN(sum) || Number.isNaN(own[i])) continue
      own[i] = step === undefined ? sum : nearestMultiple(sum, step)
    }
  }
}
