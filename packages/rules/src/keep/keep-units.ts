import { repairRecord } from './repair-record.js'
import type { RuleRecords } from './ways.js'
import { keepsRule, type Atom, type RuleSystem, type SystemColumn } from './ways.js'

/** Most values of one person or household that are repaired at once. */
const MOST_VALUES = 300

/** Records whose persons or households have one value of a column. */
export interface RuledUnits {
  /** Repaired values of records whose unit had a broken record. */
  readonly made: ReadonlyMap<number, Float64Array>
  /** The columns and rules for a record: values of units with several records are fixed. */
  systemFor(record: number): RuleSystem
}

/**
 * Repairs the records of a person or household together, so that they keep one value in the columns of units.
 *
 * @param system - Columns and rules.
 * @param records - The records; they are not changed.
 * @returns The repaired values; none for units that have more than 300 values of rules, or that no change repairs.
 */
export function keepUnits(system: RuleSystem, { values, units }: RuleRecords): RuledUnits {
  const { columns, rules } = system
  const unitsOf = columns.map(({ isMasked, unit }) => (isMasked && unit !== undefined ? units?.get(unit) : undefined))
  const made = new Map<number, Float64Array>()
  if (unitsOf.every((own) => own === undefined)) return { made, systemFor: () => system }
  const groups = groupsOf(unitsOf, values[0].length)
  const recordOf = (i: number): Float64Array => Float64Array.from(values, (own) => own[i])
  const isGrouped = new Uint8Array(values[0].length)
  for (const group of groups) {
    if (group.length < 2) continue
    for (const i of group) isGrouped[i] = 1
    const records = group.map(recordOf)
    if (records.every((record) => rules.every((rule) => keepsRule(rule, record)))) continue
    if (group.length * columns.length > MOST_VALUES) continue
    const repaired = repairTogether(system, records, (c, r) => unitsOf[c]?.[group[r]])
    if (repaired) for (const [r, i] of group.entries()) made.set(i, repaired[r])
  }
  const fixed = {
    rules,
    columns: columns.map((column, c) => (unitsOf[c] === undefined ? column : { ...column, isMasked: false })),
  }
  return { made, systemFor: (i) => (isGrouped[i] === 1 ? fixed : system) }
}

/** Treats records as one: a value of a unit is one column, and every other value has its own column. */
function repairTogether(
  system: RuleSystem,
  records: readonly Float64Array[],
  unitOf: (column: number, record: number) => number | undefined,
): Float64Array[] | undefined {
  const columns: SystemColumn[] = []
  const start: number[] = []
  const places = new Map<string, number>()
  const placeOf = records.map((record, r) =>
    system.columns.map((column, c) => {
      const unit = Number.isNaN(record[c]) ? undefined : unitOf(c, r)
      const key = unit === undefined ? `${c} of ${r}` : `${c} of unit ${unit}`
      const known = places.get(key)
      if (known !== undefined) return known
      places.set(key, columns.length)
      start.push(record[c])
      return columns.push(column) - 1
    }),
  )
  const moved = (atom: Atom, place: readonly number[]): Atom =>
    atom.kind === 'row'
      ? { ...atom, terms: atom.terms.map(([c, coefficient]) => [place[c], coefficient] as const) }
      : { ...atom, column: place[atom.column] }
  const rules = placeOf.flatMap((place) =>
    system.rules.map((rule) => ({ ...rule, ways: rule.ways.map((way) => way.map((atom) => moved(atom, place))) })),
  )
  const repaired = repairRecord({ columns, rules }, Float64Array.from(start))
  return repaired === null ? undefined : placeOf.map((place) => Float64Array.from(place, (p) => repaired.values[p]))
}

/** Records that share a unit, directly or through others. */
function groupsOf(unitsOf: readonly (Int32Array | undefined)[], rows: number): number[][] {
  const parent = Int32Array.from({ length: rows }, (_, i) => i)
  const rootOf = (i: number): number => {
    while (parent[i] !== i) i = parent[i] = parent[parent[i]]
    return i
  }
  for (const own of new Set(unitsOf)) {
    const first = new Map<number, number>()
    own?.forEach((unit, i) => {
      const known = first.get(unit)
      if (known === undefined) first.set(unit, i)
      else parent[rootOf(i)] = rootOf(known)
    })
  }
  const groups = new Map<number, number[]>()
  for (let i = 0; i < rows; i++) {
    const group = groups.get(rootOf(i))
    if (group) group.push(i)
    else groups.set(rootOf(i), [i])
  }
  return [...groups.values()]
}
