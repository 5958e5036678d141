import type { Column, MaskInput } from '@sdc/core'
import { rulesOfRoles } from '@sdc/rules'
import { personsOf } from '@sdc/toolkit/internal'
import { predictorsOf } from './columns/predictors.js'
import { rareCategories } from './columns/rare-categories.js'
import type { SequentialParams } from './params.js'
import { MOST_DRAWS } from './redrawn.js'
import type { ColumnPlan } from './settings.js'
import { drawLevels } from './units/draw-levels.js'
import { fitLevel } from './units/fit-level.js'
import { unitLevels, type UnitLevels } from './units/unit-levels.js'

/** Synthetic files, and what their owner should know. */
export interface Synthesised {
  /** Drawn columns of each file. */
  readonly sets: readonly ReadonlyMap<string, Column>[]
  readonly warnings: readonly string[]
}

/** Input that decides how columns are synthesised. */
export type Settings = Pick<
  MaskInput<SequentialParams>,
  'data' | 'whole' | 'columns' | 'given' | 'roles' | 'params'
> & {
  /** For records drawn by their weights: copies of one record have one number. */
  readonly copies?: Int32Array | undefined
}

/** Share of the time that the models take. */
const FITTING = 0.9

/**
 * Columns to synthesise: those of the call without ids of persons and households, which are numbered anew, and with the
 * wave of the records of persons.
 *
 * @param input - The original records, and the parameters.
 * @returns The names.
 */
export function columnsOf({ data, columns, params, roles }: Settings): readonly string[] {
  if (params.kind === 'partial') return columns
  const { household, person, wave, weight } = roles
  const isResampled = params.weights === 'resample'
  const own = columns.filter((name) => name !== household && name !== person && !(isResampled && name === weight))
  const isTimed = wave !== undefined && data.names.includes(wave) && personsOf(data, roles) !== undefined
  return isTimed && !own.includes(wave) ? [...own, wave] : own
}

/**
 * Columns level by level, the time of the records of persons before the others.
 *
 * @param levels - The levels of the file.
 * @returns The columns of each stage.
 */
export function stagesOf({ levels }: UnitLevels): readonly (readonly string[])[] {
  return levels.flatMap(({ columns, members }) => [
    columns.filter((name) => name === members?.time),
    columns.filter((name) => name !== members?.time),
  ])
}

/**
 * Levels of the file that is synthesised: with kind = partial the records alone, since persons stay.
 *
 * @param input - The original records, and the parameters.
 * @param columns - The columns without ids.
 * @returns The levels.
 */
export function levelsOf(input: Settings, columns: readonly string[]): UnitLevels {
  const { data, params, roles } = input
  if (params.kind === 'full') {
    const divided = dividedHouseholds(input)
    const found = unitLevels(data, columns, divided ? { ...roles, household: undefined } : roles, divided)
    const { copies } = input
    return copies === undefined ? found : { ...found, levels: found.levels.map((one) => ({ ...one, persons: copies })) }
  }
  const persons = personsOf(data, roles)?.ofRecord
  return { levels: [{ of: 'record', columns, ids: [], data, persons }], warnings: [] }
}

/** A warning where groups divide households: no new one can then have all its persons. */
function dividedHouseholds({ data, whole, roles: { household } }: Settings): string[] | undefined {
  if (household === undefined || data.rows === whole.rows || !data.names.includes(household)) return undefined
  const [own, all] = [data, whole].map((file) => file.column(household))
  const valuesOf = (column: Column): ArrayLike<number> => (column.kind === 'numeric' ? column.values : column.codes)
  const here = new Set(Array.from(valuesOf(own)))
  const count = Array.from(valuesOf(all)).filter((id) => here.has(id)).length
  if (count === data.rows) return undefined
  return [`households ("${household}") are left out: the groups divide them`]
}

/**
 * Draws columns one after the other, each from a model given those before it: fitted on the original, applied to the drawn
 * rows. Columns of households come first, then those of persons, then those of records.
 *
 * @param input - The original records, and the parameters.
 * @param found - Levels of the file.
 * @param plans - Columns in their order.
 * @param rows - Number of units at the top in each file: households, persons or records.
 * @returns The files.
 */
export function synthesise(
  input: MaskInput<SequentialParams>,
  { levels, warnings: found }: UnitLevels,
  plans: readonly ColumnPlan[],
  rows: number,
): Synthesised {
  const { data, params, rng, given, roles } = input
  const keepsMissing = params.kind === 'partial'
  const known = new Map(
    (keepsMissing ? given : []).map((name) => [name, predictorsOf(data.column(name))(data.column(name))]),
  )
  const warnings = new Set(found)
  const { data: last, persons } = levels[levels.length - 1]
  const drawn = plans.flatMap(({ name, derived }) => (derived ? [] : [name]))
  const rare = rareCategories(last, drawn, { smallestLeaf: params.smallestLeaf, persons })
  const fits = levels.map((level, at) =>
    fitLevel(level, plans, levels[at + 1], {
      ...params,
      known,
      rare,
      keepsMissing,
      roles,
      warn: (text) => void warnings.add(text),
      tick: (fraction) => input.tick((FITTING * (at + fraction)) / levels.length),
    }),
  )
  const ids = new Map(levels.flatMap((level) => level.ids.map((name) => [name, data.column(name)] as const)))
  const rules = rulesOfRoles(data, roles)
  const broken = new Map<string, number>()
  const sets = Array.from({ length: params.sets }, (_, l) => {
    const drawn = drawLevels(fits, { rows, known, rules, ids }, rng.child(`set ${l + 1}`).child('column'))
    drawn.broken.forEach((count, name) => broken.set(name, (broken.get(name) ?? 0) + count))
    input.tick(FITTING + ((1 - FITTING) * (l + 1)) / params.sets)
    return drawn.columns
  })
  const unmet = [...broken].map(
    ([name, count]) =>
      `${count} records still break a rule on "${name}" after ${MOST_DRAWS} draws; repair changes them`,
  )
  return { sets, warnings: [...warnings, ...unmet] }
}
