import type { Column, Rng } from '@sdc/core'
import type { TreeColumn } from '@sdc/stats/trees'
import type { Check } from '../redrawn.js'
import type { FittedColumn, Predictors } from './fit-level.js'

/** Members with the same place in their units. */
export interface MemberRows {
  /** Place in their units, and number of members. */
  readonly place: readonly TreeColumn[]
  /** Columns of the member before; undefined for the first. */
  readonly before?: ReadonlyMap<string, Column> | undefined
  readonly previous: Predictors
  /** Number of members that follow each. */
  readonly followers: Int32Array
}

/** Draws a column for some rows. */
export interface Drawer {
  draw(records: Int32Array, rng: Rng): Column
  readonly check?: Check | undefined
  /** Repairs values that the check still finds. */
  settle(column: Column): Column
}

/** Range that the values of rows must be in. */
interface Range {
  readonly least?: Float64Array | undefined
  readonly most?: Float64Array | undefined
}

/**
 * Makes the drawer of a column.
 *
 * @param fitted - The column with its model.
 * @param by - Its predictors.
 * @param columns - The columns of the rows that are drawn.
 * @param member - The rows as members; undefined at the top.
 * @returns The drawer: times as steps after those of the member before or of an earlier column, numbers that never decrease
 *   at least those of the member before.
 * @throws RangeError, from the drawer, for a column without a model.
 */
export function drawerOf(
  fitted: FittedColumn,
  by: readonly TreeColumn[],
  columns: ReadonlyMap<string, Column>,
  member: MemberRows | undefined,
): Drawer {
  const { plan, path, lapse, isRising } = fitted
  if (path !== undefined && member !== undefined) return timeDrawer(plan.name, path, by, member)
  const draw = (records: Int32Array, rng: Rng): Column => {
    if (fitted.draw === undefined) throw new RangeError(`column ${plan.name} has no model`)
    return fitted.draw(by, records, rng)
  }
  const before = member?.before?.get(plan.name)
  const least = isRising && before?.kind === 'numeric' ? before.values : undefined
  if (lapse === undefined)
    return least === undefined ? { draw, settle: (column) => column } : { draw, ...within(plan.name, { least }) }
  const start = numbersOf(columns.get(lapse.from))
  return {
    draw(records, rng) {
      const column = draw(records, rng)
      const values = numbersOf(column).map((value, i) => start[i] + Math.max(lapse.least, value))
      return { ...column, kind: 'numeric', values, ...(lapse.time && { time: lapse.time }) }
    },
    ...within(plan.name, {
      least: start.map((value, i) => Math.max(value + lapse.least, least?.[i] ?? -Infinity)),
      most: new Float64Array(start.length).fill(lapse.latest),
    }),
  }
}

/** The times of members: a step after the member before, and early enough for those that follow. */
function timeDrawer(
  name: string,
  { time, first, step }: NonNullable<FittedColumn['path']>,
  by: readonly TreeColumn[],
  { before, followers }: MemberRows,
): Drawer {
  const base = before?.get(time.base)
  const start = base && time.toTimes(base)
  const most = Float64Array.from(followers, (count) => time.latest(count))
  const range = { least: start?.map((value) => value + time.least), most }
  return {
    draw(records, rng) {
      const values = numbersOf((start ? step : first)(by, records, rng))
      return time.toColumn(start ? values.map((value, i) => time.after(start[i], value)) : values)
    },
    check: (file) => outside(time.toTimes(file.column(name)), range),
    settle: (column) => time.toColumn(settled(time.toTimes(column), range)),
  }
}

/** Check and repair of numbers in a range. */
function within(name: string, range: Range): Pick<Drawer, 'check' | 'settle'> {
  return {
    check: (file) => outside(numbersOf(file.column(name)), range),
    settle: (column) => ({ ...column, kind: 'numeric', values: settled(numbersOf(column), range) }),
  }
}

function outside(values: Float64Array, { least, most }: Range): Uint8Array {
  return Uint8Array.from(values, (value, i) => (value < (least?.[i] ?? -Infinity) || value > (most?.[i] ?? Infinity) ? 1 : 0)) // oxfmt-ignore
}

/** Values in the range; where its least value is above the most, the least one. */
function settled(values: Float64Array, { least, most }: Range): Float64Array {
  return values.map((value, i) => {
    const low = most !== undefined && value > most[i] ? most[i] : value
    return least !== undefined && low < least[i] ? least[i] : low
  })
}

function numbersOf(column: Column | undefined): Float64Array {
  if (column?.kind !== 'numeric') throw new RangeError('a column of numbers became categories')
  return column.values
}
