import { type Column, type Rng } from '@sdc/core'
import type { BoundRule } from '@sdc/rules'
import type { TreeColumn } from '@sdc/stats/trees'
import { computed } from '../columns/derived-columns.js'
import { numbersTo } from '../numbers-to.js'
import { checksOf, redrawn, type Check } from '../redrawn.js'
import { predictorsFor, type FittedColumn, type FittedLevel, type Predictors } from './fit-level.js'

/** Rows that are to be drawn: at the top all of them, else those with the same place in their units. */
export interface RowsToDraw {
  readonly rows: number
  /** Columns of the levels above. */
  readonly above: ReadonlyMap<string, Column>
  /** Predictors of these, and others that are known. */
  readonly known: Predictors
  /** For members. */
  readonly member?: MemberRows | undefined
}

export interface MemberRows {
  /** Place in their units, and number of members. */
  readonly place: readonly TreeColumn[]
  /** Columns of the member before; undefined for the first. */
  readonly before?: ReadonlyMap<string, Column> | undefined
  readonly previous: Predictors
  /** Number of members that follow each. */
  readonly followers: Int32Array
}

/**
 * Draws the columns of a level for some rows, one column after the other.
 *
 * @param level - The level with its models.
 * @param to - The rows.
 * @param rules - Rules that they must not break.
 * @param streamOf - The stream of a column.
 * @returns The columns, and for each the number of rows that still break a rule.
 */
export function drawRows(
  level: FittedLevel,
  { rows, above, known, member }: RowsToDraw,
  rules: readonly BoundRule[],
  streamOf: (name: string) => Rng,
): { readonly columns: ReadonlyMap<string, Column>; readonly broken: ReadonlyMap<string, number> } {
  const columns = new Map(above)
  const predictors = new Map(known)
  const drawn = new Map<string, Column>()
  const broken = new Map<string, number>()
  const all = numbersTo(rows)
  for (const fitted of level.columns) {
    const { plan } = fitted
    const { name } = plan
    let column: Column
    if (plan.derived !== undefined) column = computed(plan.derived, columns, rows)
    else {
      const by = predictorsFor(fitted, { columns: predictors, previous: member?.previous ?? none, place: member?.place ?? [] }) // oxfmt-ignore
      const { draw, check, settle } = drawerOf(fitted, by, member)
      const stream = streamOf(name)
      const checks = [...checksOf(rules, [...columns.keys(), name], name), ...(check ? [check] : [])]
      const kept = redrawn(new Map([...columns, [name, draw(all, stream)]]), name, checks, draw, stream)
      if (kept.broken > 0) broken.set(name, kept.broken)
      column = settle(kept.column)
    }
    columns.set(name, column)
    drawn.set(name, column)
    predictors.set(name, level.toPredictors.get(name)?.(column) ?? [])
  }
  return { columns: drawn, broken }
}

const none: Predictors = new Map()

interface Drawer {
  draw(records: Int32Array, rng: Rng): Column
  readonly check?: Check | undefined
  /** Repairs what the check still finds. */
  settle(column: Column): Column
}

function drawerOf(fitted: FittedColumn, by: readonly TreeColumn[], member: MemberRows | undefined): Drawer {
  const { plan, path, isRising } = fitted
  const before = member?.before?.get(plan.name)
  const draw = (records: Int32Array, rng: Rng): Column => {
    if (fitted.draw === undefined) throw new RangeError(`column ${plan.name} has no model`)
    return fitted.draw(by, records, rng)
  }
  if (path !== undefined && member !== undefined) return timeDrawer(plan.name, path, by, before, member)
  if (!isRising || before?.kind !== 'numeric') return { draw, settle: (column) => column }
  const least = before.values
  return {
    draw,
    check: (file) => fallen(numbersOf(file.column(plan.name)), least),
    settle: (column) => ({ ...column, kind: 'numeric', values: numbersOf(column).map((value, i) => (value < least[i] ? least[i] : value)) }), // oxfmt-ignore
  }
}

/** The times of members: a step after the one before, and early enough for those that follow. */
function timeDrawer(
  name: string,
  { time, first, step }: NonNullable<FittedColumn['path']>,
  by: readonly TreeColumn[],
  before: Column | undefined,
  { followers }: MemberRows,
): Drawer {
  const start = before && time.toTimes(before)
  const latest = Float64Array.from(followers, (count) => time.latest(count))
  return {
    draw(records, rng) {
      const values = numbersOf((start ? step : first)(by, records, rng))
      return time.toColumn(start ? values.map((value, i) => time.after(start[i], value)) : values)
    },
    check: (file) => Uint8Array.from(time.toTimes(file.column(name)), (value, i) => (value > latest[i] ? 1 : 0)),
    settle: (column) => time.toColumn(time.toTimes(column).map((value, i) => Math.min(value, latest[i]))),
  }
}

function numbersOf(column: Column): Float64Array {
  if (column.kind !== 'numeric') throw new RangeError('a column of numbers became categories')
  return column.values
}

function fallen(values: Float64Array, least: Float64Array): Uint8Array {
  return Uint8Array.from(values, (value, i) => (value < least[i] ? 1 : 0))
}
