import { isMissing, numeric, takeColumn, type Column, type Roles } from '@sdc/core'
import type { TreeColumn } from '@sdc/stats/trees'
import { predictorsOf, takeTreeColumn, type ToPredictors } from '../columns/predictors.js'
import type { RareCodes } from '../columns/rare-categories.js'
import { fitColumn, type ColumnFit, type DrawColumn } from '../models/fit-column.js'
import { numbersTo } from '../numbers-to.js'
import type { ColumnPlan } from '../settings.js'
import type { Members } from './member-order.js'
import { lapseOf, lastTimeOf, type Lapse } from './lapse.js'
import { timePath, type TimePath } from './time-path.js'
import type { UnitLevel } from './unit-levels.js'

/** A column with the model that it is drawn from; without a model an equation gives it. */
export interface FittedColumn {
  readonly plan: ColumnPlan
  readonly draw?: DrawColumn | undefined
  /** For the times of members: first times, and steps. */
  readonly path?: { readonly time: TimePath; readonly first: DrawColumn; readonly step: DrawColumn } | undefined
  /** Earlier column, if the model is of the time since it. */
  readonly lapse?: Lapse | undefined
  /** Columns of the member before that it is predicted by. */
  readonly previous: readonly string[]
  /** True if numbers never decrease among the members of a unit. */
  readonly isRising: boolean
}

/** A level with the models of its columns. */
export interface FittedLevel {
  readonly level: UnitLevel
  readonly columns: readonly FittedColumn[]
  readonly toPredictors: ReadonlyMap<string, ToPredictors>
  /** For columns of the member before. */
  readonly toPrevious: ReadonlyMap<string, ToPredictors>
  /** Number of members of each unit: a column that is always that number, or a draw. */
  readonly members?: { readonly equals: string } | { readonly draw: DrawColumn } | undefined
}

/** Predictors by column. */
export type Predictors = ReadonlyMap<string, readonly TreeColumn[]>

/**
 * Predictors of members by their place: the place, and the number of members of their unit.
 *
 * @param places - Place of each member, from 0.
 * @param counts - Number of members of its unit.
 * @returns Two columns.
 */
export function placePredictors(places: Int32Array, counts: Int32Array): readonly TreeColumn[] {
  return [places, counts].map((values) => ({ kind: 'numbers', values: Float64Array.from(values) }))
}

/**
 * Fits the models of a level on the original.
 *
 * @param level - The level.
 * @param plans - All columns in their order.
 * @param below - The level below it, if there is one.
 * @param options - Predictors that are known from the start, and options of the models; `tick` receives the share that is done.
 * @returns The models. Columns of members are predicted by those of their unit, their place, the number of members and the
 *   values of the member before.
 */
export function fitLevel(
  level: UnitLevel,
  plans: readonly ColumnPlan[],
  below: UnitLevel | undefined,
  {
    known,
    rare,
    roles,
    ...options
  }: Omit<ColumnFit, 'model' | 'rare'> & {
    readonly known: Predictors
    readonly rare: RareCodes
    readonly roles: Roles
  },
): FittedLevel {
  const { data, members, persons } = level
  const own = plans.filter(({ name }) => level.columns.includes(name))
  const shared = { ...options, persons }
  const toPredictors = new Map(data.names.map((name) => [name, predictorsOf(data.column(name))]))
  const columns = new Map([...known, ...[...toPredictors].map(([name, to]) => [name, to(data.column(name))] as const)])
  const before = new Map(members ? own.map(({ name }) => [name, takeColumn(data.column(name), members.previous)]) : [])
  const toPrevious = new Map([...before].map(([name, column]) => [name, predictorsOf(column)]))
  const previous = new Map([...before].map(([name, column]) => [name, toPrevious.get(name)?.(column) ?? []]))
  const place = members ? placePredictors(members.places, members.of.map((unit) => members.counts[unit])) : [] // oxfmt-ignore
  const steps = own.length + (below ? 1 : 0)
  const tickOf = (at: number) => (fraction: number) => options.tick((at + fraction) / steps)
  const fitted = own.map((plan, at): FittedColumn => {
    const column = data.column(plan.name)
    const names = plan.areChosen ? [plan.name, ...plan.predictors] : own.map(({ name }) => name)
    const one = { plan, previous: members ? names.filter((name) => before.has(name)) : [] }
    if (plan.derived !== undefined) return { ...one, isRising: false }
    const predictors = predictorsFor(one, { columns, previous, place })
    const warn = (text: string): void => options.warn(`column "${plan.name}": ${text}`)
    const fit = { ...shared, model: plan.model, rare: rare.get(plan.name), tick: tickOf(at), warn }
    if (members?.time === plan.name) {
      const isWave = plan.name === roles.wave
      const base = isWave ? plan.name : lastTimeOf(data, plan.name, members.previous, level.columns, roles.times)
      const time = timePath(plan.name, data, members, { isWave, base })
      const of = (times: Column, isFirst: boolean): DrawColumn => {
        const rows = numbersTo(data.rows).filter((row) => members.previous[row] < 0 === isFirst)
        return fitColumn(
          takeColumn(times, rows),
          predictors.map((predictor) => takeTreeColumn(predictor, rows)),
          { ...fit, persons: persons && rows.map((row) => persons[row]) },
        )
      }
      return { ...one, path: { time, first: of(time.times, true), step: of(time.steps, false) }, isRising: false }
    }
    const lapse = options.keepsMissing ? undefined : lapseOf(data, plan.name, plan.predictors, roles.times)
    const draw = fitColumn(lapse ? { ...column, ...numeric(lapse.values) } : column, predictors, fit)
    return { ...one, draw, lapse, isRising: members !== undefined && neverFalls(column, members) }
  })
  return { level, columns: fitted, toPredictors, toPrevious, members: fitMembers() }

  function fitMembers(): FittedLevel['members'] {
    const counts = below?.members?.counts
    if (counts === undefined) return undefined
    const equal = data.names.find((name) => {
      const values = asNumbers(data.column(name))
      return values.every((value, row) => value === counts[row])
    })
    if (equal !== undefined) return { equals: equal }
    const fit = { ...shared, model: 'tree' as const, tick: tickOf(own.length) }
    return { draw: fitColumn(numeric(Float64Array.from(counts)), [...columns.values()].flat(), fit) }
  }
}

/**
 * Numbers, also those that are the names of categories.
 *
 * @param column - The column.
 * @returns A number for each record; NaN for a missing value or another name.
 */
export function asNumbers(column: Column): Float64Array {
  if (column.kind === 'numeric') return column.values
  const numbers = column.levels.map(Number)
  return Float64Array.from(column.codes, (code) => numbers[code] ?? Number.NaN)
}

/**
 * Predictors of a column: those of its plan, and for members their place and columns of the member before.
 *
 * @param fitted - The column, and the columns of the member before that predict it.
 * @param known - Predictors by column, those of the member before, and those of the place.
 * @returns The predictors.
 */
export function predictorsFor(
  { plan, previous: names }: Pick<FittedColumn, 'plan' | 'previous'>,
  {
    columns,
    previous,
    place,
  }: { readonly columns: Predictors; readonly previous: Predictors; readonly place: readonly TreeColumn[] },
): readonly TreeColumn[] {
  return [
    ...plan.predictors.flatMap((name) => columns.get(name) ?? []),
    ...place,
    ...names.flatMap((name) => previous.get(name) ?? []),
  ]
}

function neverFalls(column: Column, { previous }: Members): boolean {
  if (column.kind !== 'numeric') return false
  return column.values.every((value, row) => {
    const one = previous[row]
    return one < 0 || isMissing(column, one) || Number.isNaN(value) || value >= column.values[one]
  })
}
