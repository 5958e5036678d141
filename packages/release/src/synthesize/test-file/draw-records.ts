import { dataset, takeRows, type Column, type Dataset, type Rng } from '@sdc/core'
import { brokenRecords, keepRules, systemOf, type BoundRule, type KeptSystem, type RuleColumn } from '@sdc/rules'
import { columnOf, drawValue, shown } from './draw-values.js'
import { ruleColumn } from './rule-columns.js'
import type { TestUnits } from './draw-units.js'
import type { TestColumn } from './test-column.js'

/** Columns and rules of a test file. */
export interface TestRules {
  readonly columns: readonly TestColumn[]
  readonly rules: readonly BoundRule[]
  /** Columns that equations compute, and repairs. */
  readonly system: KeptSystem
}

/** Largest number of draws of a value that breaks a rule, before a repair. */
const MOST_DRAWS = 100

/**
 * Draws records column by column. A value that breaks a rule is drawn again; a column with an equation is computed.
 * Records that still break a rule are repaired by the smallest change, if there is one.
 *
 * @param file - The columns and rules.
 * @param units - Persons and households of the records.
 * @param rng - Random numbers.
 * @returns The records; some can still break a rule.
 */
export function drawRecords({ columns, rules, system }: TestRules, units: TestUnits, rng: Rng): Dataset {
  const { rows } = units
  const drawn = new Map<string, Float64Array>()
  const computed = new Map(system.derived.map((one) => [system.names[one.column], one]))
  const file = (): Dataset =>
    dataset(
      columns.flatMap((column): [string, Column][] => {
        const values = drawn.get(column.name)
        return values === undefined ? [] : [[column.name, columnOf(column, values)]]
      }),
    )
  const ready = (): TestColumn[] =>
    columns.filter(({ name }) => {
      const terms = computed.get(name)?.terms
      return terms?.every(([c]) => drawn.has(system.names[c])) === true
    })
  const compute = (only?: Int32Array): void => {
    for (const column of system.derived.map(({ column: c }) => columns.find(({ name }) => name === system.names[c])))
      if (column !== undefined && ready().includes(column)) {
        const { terms, constant } = computed.get(column.name) as KeptSystem['derived'][number]
        const values = drawn.get(column.name) ?? new Float64Array(rows)
        drawn.set(column.name, values)
        const number = (i: number): number =>
          terms.reduce(
            (sum, [c, coefficient]) => sum + coefficient * (drawn.get(system.names[c])?.[i] ?? NaN),
            constant,
          )
        for (let at = 0; at < (only?.length ?? rows); at++) {
          const i = only?.[at] ?? at
          values[i] =
            column.values.kind === 'numbers' ? Math.round(number(i) * column.values.scale) / column.values.scale : NaN
        }
      }
  }
  const judged = new Set<BoundRule>()
  for (const column of byLevel(columns)) {
    if (computed.has(column.name)) continue
    const stream = rng.child(column.name)
    const unitOf = column.level === 'record' ? undefined : units[column.level]
    const values = new Float64Array(rows)
    drawn.set(column.name, values)
    if (column.role === 'wave' && units.person !== undefined) {
      values.set(drawWaves(column, units.person, stream))
      continue
    }
    if (column.values.kind === 'ids') values.set(unitOf ?? values.map((_, i) => i))
    let pending = Int32Array.from(values.keys())
    const known = new Set(drawn.keys())
    for (let time = 0; time < MOST_DRAWS && pending.length > 0 && column.values.kind !== 'ids'; time++) {
      const ofUnit = new Map<number, number>()
      for (const i of pending) {
        const unit = unitOf?.[i] ?? i
        const value = ofUnit.get(unit) ?? drawValue(column, stream)
        ofUnit.set(unit, value)
        values[i] = value
      }
      compute(pending)
      const own = rules.filter((rule) => !judged.has(rule) && rule.rule.columns.every((name) => drawn.has(name)))
      const beyond = ready().filter(({ name }) => !known.has(name))
      const broken = new Set<number>()
      const part = takeRows(file(), pending)
      for (const rule of own)
        brokenRecords(rule, part).records.forEach((one, at) => one === 1 && broken.add(pending[at]))
      for (const { name, values: of } of beyond)
        for (const i of pending) if (!isPossible(of, drawn.get(name)?.[i] ?? NaN)) broken.add(i)
      if (broken.size === 0) pending = new Int32Array(0)
      else if (unitOf === undefined) pending = Int32Array.from(broken)
      else {
        const units = new Set([...broken].map((i) => unitOf[i]))
        pending = pending.filter((i) => units.has(unitOf[i]))
      }
    }
    const own = rules.filter((rule) => !judged.has(rule) && rule.rule.columns.every((name) => drawn.has(name)))
    if (pending.length > 0) repair(aloneSystem(own, columns, column), [column], drawn, units, pending)
    for (const rule of own) judged.add(rule)
  }
  repair(system, columns, drawn, units)
  return file()
}

/** Returns true for a number within the bounds of its column that is not a code for a missing value. */
export function isPossible(values: TestColumn['values'], value: number): boolean {
  if (values.kind !== 'numbers' || Number.isNaN(value)) return true
  const { low, high, scale, isCode } = values
  return Math.round(value * scale) >= low && Math.round(value * scale) <= high && !isCode(value)
}

/** Sorts columns: of households, then of persons, then of records; the id of each level first. */
function byLevel(columns: readonly TestColumn[]): TestColumn[] {
  const levels = ['household', 'person', 'record']
  const place = ({ level, role }: TestColumn): number => 2 * levels.indexOf(level) + (role === 'wave' ? 0 : 1)
  return columns.toSorted((a, b) => place(a) - place(b))
}

/** Draws different values for the records of each person, in ascending order. */
function drawWaves({ values }: TestColumn, person: Int32Array, rng: Rng): Float64Array {
  const waves = new Float64Array(person.length)
  const [first, count, scale] =
    values.kind === 'numbers'
      ? [values.low, values.high - values.low + 1, values.scale]
      : [0, values.kind === 'levels' ? values.levels.length : Infinity, 1]
  for (let i = 0, end = 0; i < person.length; i = end) {
    while (end < person.length && person[end] === person[i]) end++
    const chosen = new Set<number>()
    while (chosen.size < end - i) chosen.add(Math.floor(rng.uniform() * count))
    waves.set(
      [...chosen].sort((a, b) => a - b).map((one) => (first + one) / scale),
      i,
    )
  }
  return waves
}

/** Returns the rules for a repair that changes one column only: an earlier one keeps its distribution. */
function aloneSystem(rules: readonly BoundRule[], columns: readonly TestColumn[], { name }: TestColumn): KeptSystem {
  const described = new Map(columns.map((one) => [one.name, ruleColumn(one)]))
  const changes = (one: string): RuleColumn | undefined => {
    const own = described.get(one)
    return own && { ...own, isMasked: one === name && own.canChange, canChange: one === name && own.canChange }
  }
  return systemOf(rules, changes, false)
}

/** Repairs records that break a rule, in place; either all records or the given ones. */
function repair(
  system: KeptSystem,
  columns: readonly TestColumn[],
  drawn: ReadonlyMap<string, Float64Array>,
  { rows, person, household }: TestUnits,
  only = Int32Array.from({ length: rows }, (_, i) => i),
): void {
  if (system.rules.length === 0) return
  const values = system.names.map((name) => Float64Array.from(only, (i) => drawn.get(name)?.[i] ?? NaN))
  const originals = values.map((of) => new Float64Array(of.length).fill(NaN))
  const units = new Map(
    Object.entries({ person, household }).flatMap(([name, of]) =>
      of === undefined ? [] : [[name, only.map((i) => of[i])] as const],
    ),
  )
  keepRules(system, system.derived, { values, originals, differs: () => true, units })
  for (const { name, values: of } of columns) {
    const [own, made] = [drawn.get(name), values.at(system.names.indexOf(name))]
    if (own === undefined || made === undefined || !system.names.includes(name)) continue
    made.forEach(
      (value, at) => (own[only[at]] = of.kind === 'numbers' && !Number.isNaN(value) ? shown(of, value) : value),
    )
  }
}
