import type { Column, MaskInput, Rng } from '@sdc/core'
import { rulesOfRoles } from '@sdc/rules'
import type { TreeColumn } from '@sdc/stats/trees'
import { personsOf } from '@sdc/toolkit/internal'
import { computed } from './columns/derived-columns.js'
import { predictorsOf } from './columns/predictors.js'
import { fitColumn } from './models/fit-column.js'
import { numbersTo } from './numbers-to.js'
import type { SequentialParams } from './params.js'
import { MOST_DRAWS, redrawn, rulesUpTo } from './redrawn.js'
import type { ColumnPlan } from './settings.js'

/** Synthetic files, and what their owner should know. */
export interface Synthesised {
  /** Drawn columns of each file. */
  readonly sets: readonly ReadonlyMap<string, Column>[]
  readonly warnings: readonly string[]
}

/** One of the files while its columns are drawn. */
interface DrawnSet {
  readonly rng: Rng
  readonly columns: Map<string, Column>
  /** The columns as predictors. */
  readonly predictors: Map<string, readonly TreeColumn[]>
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
  const persons = personsOf(data, roles)?.ofRecord
  const keepsMissing = params.kind === 'partial'
  const known = keepsMissing ? given : []
  const original = new Map(known.map((name) => [name, predictorsOf(data.column(name))(data.column(name))]))
  const sets = Array.from({ length: params.sets }, (_, l): DrawnSet => ({
    rng: rng.child(`set ${l + 1}`).child('column'),
    columns: new Map(),
    predictors: new Map(original),
  }))
  const rules = rulesOfRoles(data, roles)
  const warnings: string[] = []
  plans.forEach(({ name, model, predictors, derived }, at) => {
    const column = data.column(name)
    const toPredictors = predictorsOf(column)
    const of = (columns: ReadonlyMap<string, readonly TreeColumn[]>): readonly TreeColumn[] =>
      predictors.flatMap((one) => columns.get(one) ?? [])
    const tick = (fraction: number): void => input.tick((at + 0.9 * fraction) / plans.length)
    if (derived === undefined) {
      const warn = (text: string): void => void warnings.push(`column "${name}": ${text}`)
      const draw = fitColumn(column, of(original), { ...params, model, persons, keepsMissing, tick, warn })
      const names = plans.slice(0, at + 1).map((one) => one.name)
      const ready = rulesUpTo(rules, names, name)
      let broken = 0
      for (const set of sets) {
        const stream = set.rng.child(name)
        const again = (records: Int32Array, rng: Rng): Column => draw(of(set.predictors), records, rng)
        const first = new Map([...set.columns, [name, again(numbersTo(rows), stream)]])
        const kept = redrawn(first, name, ready, again, stream)
        broken += kept.broken
        set.columns.set(name, kept.column)
      }
      if (broken > 0)
        warnings.push(
          `${broken} records still break a rule on "${name}" after ${MOST_DRAWS} draws; repair changes them`,
        )
    } else for (const { columns } of sets) columns.set(name, computed(derived, columns, rows))
    for (const set of sets) set.predictors.set(name, toPredictors(set.columns.get(name) ?? column))
    original.set(name, toPredictors(column))
    input.tick((at + 1) / plans.length)
  })
  return { sets: sets.map(({ columns }) => columns), warnings }
}
