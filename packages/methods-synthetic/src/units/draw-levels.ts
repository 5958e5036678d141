import { takeColumn, type Column, type Rng } from '@sdc/core'
import type { BoundRule } from '@sdc/rules'
import { takeTreeColumn } from '../columns/predictors.js'
import { numbersTo } from '../numbers-to.js'
import { drawRows } from './draw-rows.js'
import { asNumbers, placePredictors, type FittedLevel, type Predictors } from './fit-level.js'

/** Rows of a level that were drawn. */
interface DrawnLevel {
  readonly rows: number
  /** Columns of this level and those above. */
  readonly columns: ReadonlyMap<string, Column>
  readonly broken: ReadonlyMap<string, number>
}

/**
 * Draws a file level by level: households, then their persons, then their records.
 *
 * @param levels - The levels with their models, from the top.
 * @param file - Number of units at the top, predictors that are known of them, rules, and the columns of ids, which are
 *   numbers or categories.
 * @param rng - The stream of the columns.
 * @returns The columns of the records; for each the number of rows that still break a rule.
 */
export function drawLevels(
  levels: readonly FittedLevel[],
  {
    rows,
    known,
    rules,
    ids,
  }: {
    readonly rows: number
    readonly known: Predictors
    readonly rules: readonly BoundRule[]
    readonly ids: ReadonlyMap<string, Column>
  },
  rng: Rng,
): Pick<DrawnLevel, 'columns' | 'broken'> {
  const broken = new Map<string, number>()
  let above: DrawnLevel | undefined
  levels.forEach((level, at) => {
    const drawn =
      above === undefined
        ? { rows, ...drawRows(level, { rows, above: new Map(), known }, rules, (name) => rng.child(name)) }
        : drawMembers(level, above, countsOf(levels[at - 1], above, rng), rules, rng)
    drawn.broken.forEach((count, name) => broken.set(name, count))
    const numbered = level.level.ids.flatMap((name) => {
      const column = ids.get(name)
      return column ? [[name, newIds(column, drawn.rows)] as const] : []
    })
    above = { ...drawn, columns: new Map([...drawn.columns, ...numbered]) }
  })
  return { columns: above?.columns ?? new Map(), broken }
}

/** Ids 1 … n, numbers or categories like the original ones. */
function newIds(column: Column, rows: number): Column {
  if (column.kind === 'numeric') return { kind: 'numeric', values: Float64Array.from(numbersTo(rows), (i) => i + 1) }
  const levels = Array.from({ length: rows }, (_, i) => String(i + 1))
  return { kind: 'categorical', codes: numbersTo(rows), levels, ordered: false }
}

/** Number of members of each unit, at least one. */
function countsOf({ members, toPredictors }: FittedLevel, { rows, columns }: DrawnLevel, rng: Rng): Int32Array {
  if (members === undefined) throw new RangeError('a level below has no number of members')
  const predictors = [...toPredictors].flatMap(([name, to]) => {
    const column = columns.get(name)
    return column ? to(column) : []
  })
  const equal = 'equals' in members ? columns.get(members.equals) : undefined
  if (equal) return wholeCounts(asNumbers(equal))
  if (!('draw' in members)) throw new RangeError('the column of the number of members is not drawn')
  const column = members.draw(predictors, numbersTo(rows), rng.child('members').child(String(columns.size)))
  if (column?.kind !== 'numeric') throw new RangeError('a number of members is a number')
  return wholeCounts(column.values)
}

function wholeCounts(values: Float64Array): Int32Array {
  return Int32Array.from(values, (count) => Math.max(1, Math.round(count)))
}

/** Draws the members of all units: first those that come first in their unit, then those after them. */
function drawMembers(
  level: FittedLevel,
  above: DrawnLevel,
  counts: Int32Array,
  rules: readonly BoundRule[],
  rng: Rng,
): DrawnLevel {
  const names = level.columns.map(({ plan }) => plan.name)
  const own = new Set(names)
  const expanded = new Map([...above.columns].map(([name, column]) => [name, level.toPredictors.get(name)?.(column)]))
  const most = counts.reduce((largest, count) => Math.max(largest, count), 0)
  const broken = new Map<string, number>()
  const parts: ReadonlyMap<string, Column>[] = []
  const units: Int32Array[] = []
  let active = numbersTo(counts.length)
  for (let place = 0; place < most; place++) {
    const before = active
    active = before.filter((unit) => counts[unit] > place)
    const kept = numbersTo(before.length).filter((i) => counts[before[i]] > place)
    const previousColumns = new Map(
      names.map((name) => {
        const last = place === 0 ? undefined : parts[place - 1].get(name)
        const column = last ?? level.level.data.column(name)
        return [name, takeColumn(column, last ? kept : new Int32Array(active.length).fill(-1))] as const
      }),
    )
    const previous = new Map([...previousColumns].map(([name, column]) => [name, level.toPrevious.get(name)?.(column) ?? []])) // oxfmt-ignore
    const part = drawRows(
      level,
      {
        rows: active.length,
        above: new Map([...above.columns].map(([name, column]) => [name, takeColumn(column, active)])),
        known: new Map([...expanded].map(([name, columns = []]) => [name, columns.map((one) => takeTreeColumn(one, active))])), // oxfmt-ignore
        member: {
          place: placePredictors(new Int32Array(active.length).fill(place), active.map((unit) => counts[unit])), // oxfmt-ignore
          previous,
          followers: active.map((unit) => counts[unit] - place - 1),
          ...(place > 0 && { before: previousColumns }),
        },
      },
      rules,
      (name) => rng.child(name).child(`place ${place}`),
    )
    part.broken.forEach((count, name) => broken.set(name, (broken.get(name) ?? 0) + count))
    parts.push(part.columns)
    units.push(active)
  }
  const { order, unitOf } = byUnit(units, counts)
  const columns = new Map([...above.columns].map(([name, column]) => [name, takeColumn(column, unitOf)]))
  for (const name of own) columns.set(name, takeColumn(joined(parts.flatMap((part) => part.get(name) ?? [])), order))
  return { rows: order.length, columns, broken }
}

/** Order that brings rows by place into one by unit, and the unit of each row then. */
function byUnit(
  units: readonly Int32Array[],
  counts: Int32Array,
): { readonly order: Int32Array; readonly unitOf: Int32Array } {
  const starts = new Int32Array(counts.length)
  for (let unit = 1; unit < counts.length; unit++) starts[unit] = starts[unit - 1] + counts[unit - 1]
  const total = counts.reduce((sum, count) => sum + count, 0)
  const order = new Int32Array(total)
  const unitOf = new Int32Array(total)
  let at = 0
  units.forEach((active, place) => {
    for (const unit of active) {
      order[starts[unit] + place] = at++
      unitOf[starts[unit] + place] = unit
    }
  })
  return { order, unitOf }
}

/** Parts of a column, one after the other. */
function joined(parts: readonly Column[]): Column {
  const length = parts.reduce((sum, part) => sum + (part.kind === 'numeric' ? part.values : part.codes).length, 0)
  const [first] = parts
  const kinds = first.missingKinds
  const missingKinds = kinds && {
    ...kinds,
    of: Int32Array.from(parts.flatMap((part) => [...(part.missingKinds?.of ?? [])])),
  }
  let at = 0
  if (first.kind === 'numeric') {
    const values = new Float64Array(length)
    for (const part of parts) {
      if (part.kind !== 'numeric') throw new RangeError('a column changed its kind')
      values.set(part.values, at)
      at += part.values.length
    }
    return { ...first, values, missingKinds }
  }
  const codes = new Int32Array(length)
  for (const part of parts) {
    if (part.kind === 'numeric') throw new RangeError('a column changed its kind')
    codes.set(part.codes, at)
    at += part.codes.length
  }
  return { ...first, codes, missingKinds }
}
