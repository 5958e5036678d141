import type { ValueStep } from '@sdc/stats'
import { nearestMultiple } from '@sdc/stats/internal'
import { leastChange, type ChangeRow } from './least-change.js'
import {
  breaks,
  keepsRule,
  stepOfSums,
  type Atom,
  type RowAtom,
  type RuleSystem,
  type RuleWays,
  type SystemColumn,
} from './ways.js'

/** A repaired record and the weighted size of its change. */
export interface RepairedRecord {
  readonly values: Float64Array
  readonly cost: number
}

/**
 * Number of nodes of one record from which the cheapest is taken; as many again are then taken in depth, to find any
 * repair.
 */
const MOST_NODES = 1000

/** Share of a step by which a solution may miss a whole number of steps. */
const WHOLE_TOLERANCE = 1e-6

/** Relative size by which a solution may miss a bound; it is then set to the bound. */
const NEAR = 1e-13

/** Share of a standard deviation that separates numbers without a step. */
const APART = 1e-3

interface Node {
  readonly rows: readonly RowAtom[]
  readonly allowed: ReadonlyMap<number, Uint8Array>
  readonly values: Float64Array
  readonly cost: number
}

/**
 * Changes the masked values of one record as little as its rules allow: min Σ cost_j·|Δ_j|. The search branches on
 * rules with several ways (conditions, sets), whole steps, bounds and codes for missing values that a solution breaks,
 * cheapest first. The change is the least one unless more than 1,000 linear programs are needed; then any change is
 * taken.
 *
 * @param system - Columns and rules.
 * @param record - The masked values, one for each column.
 * @param original - Values that the record must not have all together in its masked columns; undefined if it may.
 * @returns The repaired record; null if no values of the masked columns keep all rules, or none is found in 2,000
 *   programs.
 */
export function repairRecord(system: RuleSystem, record: Float64Array, original?: Float64Array): RepairedRecord | null {
  const { columns, rules } = system
  const made = repairOnSteps(system, record, original)
  if (made !== null || !columns.some(({ isLoose }) => isLoose)) return made
  // Cents and finer steps, or unmasked numbers of 17 digits, share no step.
  let free = loosened.get(columns)
  if (free === undefined) {
    free = columns.map((column) => (column.isLoose === true ? { ...column, step: undefined } : column))
    loosened.set(columns, free)
  }
  return repairOnSteps({ columns: free, rules }, record, original)
}

const loosened = new WeakMap<readonly SystemColumn[], readonly SystemColumn[]>()

function repairOnSteps(system: RuleSystem, record: Float64Array, original?: Float64Array): RepairedRecord | null {
  const { rules } = system
  const start = record.map((value, c) => onStep(system.columns[c], value))
  const solved = (atoms: readonly Atom[], from?: Node): Node | null => solveNode(system, start, atoms, from)
  const root = solved(rules.flatMap(({ ways }) => (ways.length === 1 ? ways[0] : [])))
  const open = root === null ? [] : [root]
  for (let nodes = 0; open.length > 0 && nodes < 2 * MOST_NODES; nodes++) {
    const isDeep = nodes >= MOST_NODES
    let best = isDeep ? open.length - 1 : 0
    for (let i = isDeep ? open.length : 1; i < open.length; i++)
      if (open[i].cost < open[best].cost * (1 - 1e-12)) best = i
    const [node] = open.splice(best, 1)
    const ways = waysOn(system, rules, node, original)
    if (ways === undefined) return { values: node.values, cost: node.cost }
    const next = ways.map((way) => solved(way, node)).filter((one) => one !== null)
    open.push(...(isDeep ? next.sort((a, b) => b.cost - a.cost) : next))
  }
  return null
}

/** Branches of a solution that breaks something; undefined if it breaks nothing. */
function waysOn(
  { columns }: RuleSystem,
  rules: readonly RuleWays[],
  { values }: Node,
  original: Float64Array | undefined,
): readonly (readonly Atom[])[] | undefined {
  for (const [c, column] of columns.entries()) {
    const value = values[c]
    if (!column.isMasked || column.levels > 0 || Number.isNaN(value)) continue
    const unit = unitOf(column)
    if (value < column.lower - nearBy(column.lower)) return [[atLeast(c, column.lower)]]
    if (value > column.upper + nearBy(column.upper)) return [[atMost(c, column.upper)]]
    if (column.step !== undefined) {
      const steps = value / unit
      const floor = Math.floor(steps + WHOLE_TOLERANCE)
      if (steps - floor > WHOLE_TOLERANCE) return [[atMost(c, floor * unit)], [atLeast(c, (floor + 1) * unit)]]
    }
    if (column.isCode?.(value)) return apart(c, column, value)
  }
  const broken = rules.find((rule) => !keepsRule(rule, values))
  if (broken !== undefined) return broken.ways
  const isOriginal =
    original !== undefined &&
    columns.every(({ isMasked }, c) => !isMasked || values[c] === original[c] || Number.isNaN(original[c]))
  if (!isOriginal) return undefined
  return columns.flatMap((column, c) =>
    column.isMasked && !Number.isNaN(values[c]) ? apart(c, column, values[c]) : [],
  )
}

/** Branches with another value than this one. */
function apart(c: number, column: SystemColumn, value: number): readonly (readonly Atom[])[] {
  if (column.levels > 0) {
    const codes = new Uint8Array(column.levels).fill(1)
    codes[value] = 0
    return [[{ kind: 'among', column: c, codes }]]
  }
  const by = column.step === undefined ? APART * unitOf(column) : unitOf(column)
  return [[atMost(c, value - by)], [atLeast(c, value + by)]]
}

const atMost = (column: number, bound: number): RowAtom => ({
  kind: 'row',
  terms: [[column, 1]],
  bound,
  isEquation: false,
  isStrict: false,
})

const atLeast = (column: number, bound: number): RowAtom => ({
  kind: 'row',
  terms: [[column, -1]],
  bound: -bound,
  isEquation: false,
  isStrict: false,
})

/** Unit of the changes of a column: its step, or a standard deviation. */
function unitOf({ step, cost }: SystemColumn): number {
  return step === undefined ? 1 / cost : step.whole / step.scale
}

function onStep({ step, levels }: SystemColumn, value: number): number {
  return step === undefined || levels > 0 ? value : nearestMultiple(value, step)
}

function onBound({ lower, upper }: SystemColumn, value: number): number {
  if (Math.abs(value - lower) <= nearBy(lower)) return lower
  return Math.abs(value - upper) <= nearBy(upper) ? upper : value
}

const nearBy = (bound: number): number => (Number.isFinite(bound) ? NEAR * Math.abs(bound) : 0)

/** The cheapest record that keeps the conditions of a node and further ones. */
function solveNode({ columns }: RuleSystem, start: Float64Array, atoms: readonly Atom[], from?: Node): Node | null {
  const rows = [...(from?.rows ?? [])]
  const allowed = new Map(from?.allowed)
  for (const atom of atoms) {
    if (atom.kind === 'row') rows.push(atom)
    else if (atom.kind === 'missing') {
      if (breaks(atom, start)) return null
    } else {
      const before = allowed.get(atom.column)
      allowed.set(atom.column, before === undefined ? atom.codes : before.map((one, code) => one & atom.codes[code]))
    }
  }
  const values = start.slice()
  let cost = 0
  for (const [c, codes] of allowed) {
    const column = columns[c]
    if (Number.isNaN(start[c]) || codes[start[c]] === 1) continue
    const code = column.isMasked ? nearestCode(start[c], codes, column) : -1
    if (code < 0) return null
    values[c] = code
    cost += column.cost * (column.isOrdered ? Math.abs(code - start[c]) : 1)
  }
  const free: number[] = []
  for (const { terms } of rows) for (const [c] of terms) if (columns[c].isMasked && !free.includes(c)) free.push(c)
  const changes: ChangeRow[] = []
  for (const row of rows) {
    const made = changeRow(columns, start, free, row)
    if (made === null) return null
    if (made !== undefined) changes.push(made)
  }
  if (changes.length === 0) return { rows, allowed, values, cost }
  const units = free.map((c) => unitOf(columns[c]))
  const found = leastChange(
    Float64Array.from(free, (c, j) => columns[c].cost * units[j]),
    changes,
  )
  if (found === null) return null
  const moved: number[] = []
  for (const [j, c] of free.entries()) {
    if (found[j] === 0) continue
    const column = columns[c]
    const nearest = Math.round(found[j])
    const isWhole = column.step !== undefined && Math.abs(found[j] - nearest) <= WHOLE_TOLERANCE
    const made = start[c] + found[j] * units[j]
    values[c] = isWhole ? onStep(column, start[c] + nearest * units[j]) : onBound(column, made)
    if (column.step === undefined) moved.push(c)
    cost += column.cost * units[j] * Math.abs(isWhole ? nearest : found[j])
  }
  if (moved.length > 0) for (const row of rows) if (row.isEquation) settle(row, values, moved)
  return { rows, allowed, values, cost }
}

/** Step of the sums of the free columns of a row, computed once. */
function stepOfRow(columns: readonly SystemColumn[], row: RowAtom): ValueStep | undefined {
  const known = steps.get(row)
  if (known !== undefined && known.columns === columns) return known.step
  const own = row.terms.filter(([c]) => columns[c].isMasked)
  const step = stepOfSums(own.map(([c, coefficient]) => [coefficient, columns[c].step]))
  steps.set(row, { columns, step })
  return step
}

const steps = new WeakMap<
  RowAtom,
  { readonly columns: readonly SystemColumn[]; readonly step: ValueStep | undefined }
>()

/** Adds the rounding error of an equation to a column without a step. */
function settle({ terms, bound }: RowAtom, values: Float64Array, moved: readonly number[]): void {
  const own = terms.findLast(([c]) => moved.includes(c))
  const sum = terms.reduce((total, [c, coefficient]) => total + coefficient * values[c], -bound)
  if (own !== undefined && !Number.isNaN(sum)) values[own[0]] -= sum / own[1]
}

/**
 * Row over changes in units of the free columns; undefined if it has none of them and holds, null if it does not hold.
 */
function changeRow(
  columns: readonly SystemColumn[],
  start: Float64Array,
  free: readonly number[],
  row: RowAtom,
): ChangeRow | null | undefined {
  const coefficients = new Float64Array(free.length)
  let bound = row.bound
  let size = 0
  for (let t = 0; t < row.terms.length; t++) {
    const c = row.terms[t][0]
    const coefficient = row.terms[t][1]
    bound -= coefficient * start[c]
    if (!columns[c].isMasked) continue
    const j = free.indexOf(c)
    coefficients[j] += coefficient * unitOf(columns[c])
    size = Math.max(size, Math.abs(coefficients[j]))
  }
  if (Number.isNaN(bound)) return undefined
  if (size === 0) return breaks(row, start) ? null : undefined
  if (row.isStrict || row.isEquation) {
    const step = stepOfRow(columns, row)
    const unit = step && step.whole / step.scale
    if (row.isStrict) bound -= unit ?? APART * size
    else if (unit !== undefined && Math.abs(bound / unit - Math.round(bound / unit)) > WHOLE_TOLERANCE) return null
    else if (unit === undefined && row.terms.every(([c]) => !columns[c].isMasked || columns[c].step !== undefined))
      return null
  }
  // Rows that hold up to the rounding of their sums require no change.
  if (!row.isStrict && Math.abs(bound) <= 1e-6 * size && !breaks(row, start)) bound = 0
  for (let j = 0; j < coefficients.length; j++) coefficients[j] /= size
  return { coefficients, bound: bound / size, isEquation: row.isEquation }
}

/** Nearest allowed code, the lower of two equally near; without an order the lowest; −1 if there is none. */
function nearestCode(code: number, codes: Uint8Array, { isOrdered, targets }: SystemColumn): number {
  let best = -1
  for (let other = 0; other < codes.length; other++) {
    if (codes[other] === 0 || targets?.[other] === 0) continue
    if (best < 0 || (isOrdered && Math.abs(other - code) < Math.abs(best - code))) best = other
  }
  return best
}
