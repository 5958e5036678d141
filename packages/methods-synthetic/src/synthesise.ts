import { dataset, isMissing, takeColumn, type Column, type MaskInput, type Rng } from '@sdc/core'
import { brokenRecords, rulesOfRoles, type BoundRule } from '@sdc/rules'
import type { TreeColumn } from '@sdc/stats/trees'
import type { DerivedColumn } from './columns/derived-columns.js'
import { predictorsOf, takeTreeColumn, type ToPredictors } from './columns/predictors.js'
import { fitModel } from './models/fit-model.js'
import type { FitInput, FittedModel } from './models/model.js'
import type { SequentialParams } from './params.js'
import type { ColumnPlan } from './settings.js'

/** Most draws of a record that breaks rules: the engine repairs what is left. */
const MOST_DRAWS = 100

/** Synthetic files, and what their owner should know. */
export interface Synthesised {
  /** Drawn columns of each file. */
  readonly sets: readonly ReadonlyMap<string, Column>[]
  readonly warnings: readonly string[]
}

/**
 * Draws columns one after the other, each from a model given those before it: fitted on the original records, applied to the
 * drawn ones.
 *
 * @param input - The original records, and the parameters.
 * @param plans - Columns in their order.
 * @param rows - Number of records in each file.
 * @returns The files.
 */
export function synthesise(
  input: MaskInput<SequentialParams>,
  plans: readonly ColumnPlan[],
  rows: number,
): Synthesised {
  const { data, params, rng, given, roles } = input
  const persons = personsOf(roles.person === undefined ? undefined : data.column(roles.person))
  const isPartial = params.kind === 'partial'
  const toPredictors = new Map(
    [...given, ...plans.map(({ name }) => name)].map((name) => [name, predictorsOf(data.column(name))]),
  )
  const original = new Map<string, readonly TreeColumn[]>()
  const sets = Array.from({ length: params.sets }, (_, l) => drawnSet(rng.child(`set ${l + 1}`), rows))
  if (isPartial) {
    for (const name of given) {
      original.set(name, predictorsIn(toPredictors, name, data.column(name)))
      for (const set of sets) set.predictors.set(name, original.get(name) ?? [])
    }
  }
  const rules = rulesOfRoles(data, roles)
  const warnings: string[] = []
  plans.forEach((plan, at) => {
    const { name, predictors } = plan
    const column = data.column(name)
    const ready = rulesUpTo(
      rules,
      plans.slice(0, at + 1).map((one) => one.name),
      name,
    )
    const draw =
      plan.derived === undefined
        ? fitColumn(
            column,
            predictors.flatMap((one) => original.get(one) ?? []),
            {
              ...params,
              model: plan.model,
              persons,
              keepsMissing: isPartial,
              tick: (fraction) => input.tick((at + 0.9 * fraction) / plans.length),
            },
          )
        : undefined
    let open = 0
    for (const set of sets) {
      const drawn =
        plan.derived === undefined
          ? draw?.(
              predictors.flatMap((one) => set.predictors.get(one) ?? []),
              numbersTo(rows),
              set.rng.child(name),
            )
          : computed(plan.derived, set.columns, rows)
      if (drawn === undefined) continue
      set.columns.set(name, drawn)
      if (draw !== undefined && ready.length > 0)
        open += redraw(set, name, ready, (records, stream) =>
          draw(
            predictors.flatMap((one) => set.predictors.get(one) ?? []),
            records,
            stream,
          ),
        )
      set.predictors.set(name, predictorsIn(toPredictors, name, set.columns.get(name) ?? drawn))
    }
    if (open > 0)
      warnings.push(`${open} records still break a rule on "${name}" after ${MOST_DRAWS} draws; repair changes them`)
    original.set(name, predictorsIn(toPredictors, name, column))
    input.tick((at + 1) / plans.length)
  })
  return { sets: sets.map(({ columns }) => columns), warnings }
}

interface DrawnSet {
  readonly rng: Rng
  readonly rows: number
  readonly columns: Map<string, Column>
  readonly predictors: Map<string, readonly TreeColumn[]>
}

function drawnSet(rng: Rng, rows: number): DrawnSet {
  return { rng: rng.child('column'), rows, columns: new Map(), predictors: new Map() }
}

function predictorsIn(known: ReadonlyMap<string, ToPredictors>, name: string, column: Column): readonly TreeColumn[] {
  return known.get(name)?.(column) ?? []
}

/** Draws a column for some records; all columns have the length of the file. */
type DrawColumn = (predictors: readonly TreeColumn[], records: Int32Array, rng: Rng) => Column

interface ColumnFit extends Pick<FitInput, 'smallestLeaf' | 'complexity' | 'persons' | 'tick'> {
  readonly model: ColumnPlan['model']
  readonly smoothing: SequentialParams['smoothing']
  /** Whether missing values stay where they are. */
  readonly keepsMissing: boolean
}

/** Fits whether a value is missing, and then the value. */
function fitColumn(
  column: Column,
  predictors: readonly TreeColumn[],
  { model, smoothing, keepsMissing, smallestLeaf, complexity, persons, tick }: ColumnFit,
): DrawColumn {
  const n = column.kind === 'numeric' ? column.values.length : column.codes.length
  const present = numbersTo(n).filter((i) => !isMissing(column, i))
  const shared = { smallestLeaf, complexity, isSmoothed: smoothing === 'kernel', tick }
  const whether =
    present.length === n || present.length === 0 || keepsMissing
      ? undefined
      : fitModel(model, {
          ...shared,
          persons,
          predictors,
          target: {
            kind: 'categories',
            levels: 2,
            codes: Int32Array.from(numbersTo(n), (i) => (isMissing(column, i) ? 1 : 0)),
          },
        })
  const what: FittedModel | undefined =
    present.length === 0
      ? undefined
      : fitModel(model, {
          ...shared,
          persons: persons && present.map((i) => persons[i]),
          predictors: predictors.map((one) => takeTreeColumn(one, present)),
          target: takeTreeColumn(asTarget(column), present),
        })
  return (columns, records, rng) => {
    if (keepsMissing) records = records.filter((record) => !isMissing(column, record))
    const missing = whether?.draw(columns, records, rng.child('missing'))
    const filled = records.filter((_, at) => (missing === undefined ? what !== undefined : missing[at] === 0))
    const values = what?.draw(columns, filled, rng.child('values')) ?? []
    const length = keepsMissing ? n : records.reduce((most, record) => Math.max(most, record + 1), 0)
    if (column.kind === 'numeric') {
      const made = new Float64Array(length).fill(Number.NaN)
      filled.forEach((record, at) => (made[record] = values[at]))
      return { ...column, values: made }
    }
    const codes = new Int32Array(length).fill(-1)
    filled.forEach((record, at) => (codes[record] = values[at]))
    return { ...column, codes }
  }
}

function asTarget(column: Column): TreeColumn {
  return column.kind === 'numeric'
    ? { kind: 'numbers', values: column.values }
    : { kind: 'categories', codes: column.codes, levels: column.levels.length }
}

/** The column that an equation gives. */
function computed({ terms, constant, own }: DerivedColumn, columns: ReadonlyMap<string, Column>, rows: number): Column {
  const values = new Float64Array(rows).fill(-constant)
  for (const [name, coefficient] of terms) {
    const column = columns.get(name)
    if (column?.kind !== 'numeric') throw new RangeError(`an equation needs numbers in ${name}`)
    column.values.forEach((value, i) => (values[i] -= coefficient * value))
  }
  return { kind: 'numeric', values: values.map((value) => value / own) }
}

/** Rules that this column completes: all their columns are drawn now. */
function rulesUpTo(rules: readonly BoundRule[], names: readonly string[], last: string): BoundRule[] {
  return rules.filter(({ rule }) => rule.columns.includes(last) && rule.columns.every((name) => names.includes(name)))
}

/** Draws the records again that break rules; returns how many still do. */
function redraw(
  set: DrawnSet,
  name: string,
  rules: readonly BoundRule[],
  draw: (records: Int32Array, rng: Rng) => Column,
): number {
  for (let time = 1; ; time++) {
    const file = dataset(set.columns)
    const broken = new Uint8Array(set.rows)
    for (const rule of rules) brokenRecords(rule, file).records.forEach((one, i) => (broken[i] |= one))
    const records = numbersTo(set.rows).filter((i) => broken[i] === 1)
    if (records.length === 0 || time === MOST_DRAWS) return records.length
    const again = draw(records, set.rng.child(name).child(`again ${time}`))
    set.columns.set(name, replaced(set.columns.get(name) ?? again, again, records))
  }
}

function replaced(column: Column, again: Column, records: Int32Array): Column {
  const from = numbersTo(column.kind === 'numeric' ? column.values.length : column.codes.length)
  if (column.kind === 'numeric' && again.kind === 'numeric') {
    const values = column.values.slice()
    for (const record of records) values[record] = again.values[record]
    return { ...column, values }
  }
  if (column.kind === 'categorical' && again.kind === 'categorical') {
    const codes = column.codes.slice()
    for (const record of records) codes[record] = again.codes[record]
    return { ...column, codes }
  }
  return takeColumn(column, from)
}

/** Number of the person of each record; a record without an id is a person of its own. */
function personsOf(ids: Column | undefined): Int32Array | undefined {
  if (ids === undefined) return undefined
  const numbers = new Map<number, number>()
  const keys = ids.kind === 'numeric' ? ids.values : ids.codes
  let next = 0
  const numberOf = (key: number): number => {
    if (Number.isNaN(key) || (ids.kind === 'categorical' && key < 0)) return next++
    const known = numbers.get(key)
    if (known !== undefined) return known
    numbers.set(key, next)
    return next++
  }
  return Int32Array.from(keys, numberOf)
}

function numbersTo(n: number): Int32Array {
  return Int32Array.from({ length: n }, (_, i) => i)
}
