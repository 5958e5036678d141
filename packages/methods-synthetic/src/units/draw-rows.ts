import { type Column, type Rng } from '@sdc/core'
import type { BoundRule } from '@sdc/rules'
import { computed } from '../columns/derived-columns.js'
import { numbersTo } from '../numbers-to.js'
import { brokenOf, checksOf, redrawn } from '../redrawn.js'
import { drawerOf, type MemberRows } from './drawer.js'
import { equationNeeds } from './equation-needs.js'
import { predictorsFor, type FittedLevel, type Predictors } from './fit-level.js'

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
  level.columns.forEach((fitted, at) => {
    const { plan } = fitted
    const { name } = plan
    let column: Column
    if (plan.derived !== undefined) column = computed(plan.derived, columns, rows)
    else {
      const by = predictorsFor(fitted, { columns: predictors, previous: member?.previous ?? none, place: member?.place ?? [] }) // oxfmt-ignore
      const { draw, check, settle } = drawerOf(fitted, by, columns, member)
      const stream = streamOf(name)
      const ready = checksOf(rules, [...columns.keys(), name], name)
      const needs = equationNeeds(level, at, rules, [...columns.keys(), name])
      const again = needs ? (records: Int32Array, rng: Rng): Column => needs.round(draw(records, rng)) : draw
      const checks = [...ready, ...(check ? [check] : []), ...(needs?.checks ?? [])]
      const kept = redrawn(new Map([...columns, [name, again(all, stream)]]), name, checks, again, stream)
      const settled = kept.broken > 0 ? settle(kept.column) : kept.column
      column = kept.broken > 0 && needs ? needs.settle(settled, columns) : settled
      const left = kept.broken > 0 ? brokenOf(new Map([...columns, [name, column]]), ready) : 0
      if (left > 0) broken.set(name, left)
    }
    columns.set(name, column)
    drawn.set(name, column)
    predictors.set(name, level.toPredictors.get(name)?.(column) ?? [])
  })
  return { columns: drawn, broken }
}

const none: Predictors = new Map()
