import { sameColumn, takeColumn, type Column, type Dataset } from '@sdc/core'
import { firstOfPersons, unitsOf } from '@sdc/toolkit/internal'
import type { BoundPlan } from '../../bind/bind.js'
import { groupsOf } from '../../bind/groups.js'
import { columnIn } from '../../bind/in-place.js'
import { movesPersons } from '../../bind/levels.js'
import type { FileState } from '../files/assemble.js'
import type { RunFacts } from '../outcomes/run-facts.js'
import { imageError, unchangedError } from './check-file.js'
import { exactImage, FEWEST_RECORDS, relabelling, type ExactImage } from './exact-image.js'

/** The files of a run, and which columns may be unchanged. */
interface Made extends Pick<RunFacts, 'columns' | 'byChance' | 'spared'> {
  readonly files: readonly FileState[]
}

/** Masked columns that must differ from the original. */
function judgedColumns({ columns, byChance, spared }: Made): string[] {
  return columns.filter((name) => !byChance.includes(name) && !spared.includes(name))
}

/** Refuses masked columns that equal the original's at the end of a run: steps may undo each other. */
export function refuseUnchanged(plan: BoundPlan, run: Made): void {
  for (const state of run.files)
    for (const { name, before, after } of pairsOf(plan, state, judgedColumns(run)))
      if (sameColumn(before, after)) throw unchangedError(lastMethod(plan, name), name, false)
}

/**
 * Refuses masked columns that are an exact image of the original, in the file or in each group that was masked
 * separately. A drawn image is allowed if it is neither a line nor a relabelling of categories, and if another draw
 * gives another image. Its values were then drawn and put in the order of the original, and nobody knows the function.
 */
export async function refuseImages(plan: BoundPlan, run: Made, draw: () => Promise<Made>): Promise<void> {
  // A pseudonym is a function of its value by design.
  const isPseudonym = (name: string): boolean =>
    plan.steps.findLast((step) => step.columns.includes(name))?.method.traits.kinds === 'pseudonyms'
  const columns = judgedColumns(run).filter((name) => !isPseudonym(name))
  let other: Made | undefined
  for (const [f, state] of run.files.entries()) {
    for (const { name, ...pair } of pairsOf(plan, state, columns)) {
      const { before, after } = onePerUnit(plan, state, name, pair)
      const whole = imageOf(before, after)
      const image = whole ?? imageInGroups(plan, state.data, name, pair.before, pair.after)
      if (image === undefined) continue
      if (image !== 'linear' && (image === 'monotone' || after.kind === 'numeric')) {
        other ??= await draw()
        if (!sameColumn(pair.after, other.files[f].data.column(name))) continue
      }
      throw imageError(lastMethod(plan, name), name, image, whole === undefined)
    }
  }
}

/**
 * A column with one record per person (or household) if it was masked by these: records of a unit are equal in any
 * masking.
 */
function onePerUnit(
  { steps, original, roles }: BoundPlan,
  { origin }: FileState,
  name: string,
  pair: { readonly before: Column; readonly after: Column },
): { readonly before: Column; readonly after: Column } {
  const step = steps.findLast(({ columns }) => columns.includes(name))
  const units = step?.level?.column ?? (step && movesPersons(step.method) ? roles.person : undefined)
  if (units === undefined) return pair
  const rows = firstOfPersons(unitsOf(takeColumn(original.column(units), origin)))
  return { before: takeColumn(pair.before, rows), after: takeColumn(pair.after, rows) }
}

function imageOf(before: Column, after: Column): ExactImage | undefined {
  const image =
    before.kind === 'numeric' && after.kind === 'numeric' ? exactImage(before.values, after.values) : undefined
  if (image !== undefined) return image
  const search = relabelling()
  search.add(before, after)
  return search.isOneToOne() ? 'one-to-one' : undefined
}

/**
 * Image of a column in every group of its last masking that has enough records, if these groups have at least half of
 * all records.
 */
function imageInGroups(
  { steps }: BoundPlan,
  data: Dataset,
  name: string,
  before: Column,
  after: Column,
): ExactImage | undefined {
  const by = steps.findLast(({ columns }) => columns.includes(name))?.by ?? []
  if (by.length === 0 || by.some((one) => !data.names.includes(one))) return undefined
  let found: ExactImage | undefined
  let records = 0
  for (const { rows } of groupsOf(data, by)) {
    const own = takeColumn(before, rows)
    if (rows.length < FEWEST_RECORDS || isConstant(own)) continue
    const image = imageOf(own, takeColumn(after, rows))
    if (image === undefined) return undefined
    records += rows.length
    found = found === undefined || found === image ? image : 'monotone'
  }
  return 2 * records >= data.rows ? found : undefined
}

function isConstant(column: Column): boolean {
  const values: ArrayLike<number> = column.kind === 'numeric' ? column.values : column.codes
  for (let i = 1; i < values.length; i++) if (!Object.is(values[i], values[0])) return false
  return true
}

/**
 * Pairs of masked and original columns; none for a sample of records or for new records, in which nothing has to
 * change.
 */
function* pairsOf(
  { original }: BoundPlan,
  { data, origin }: FileState,
  columns: readonly string[],
): Generator<{ readonly name: string; readonly before: Column; readonly after: Column }> {
  if (origin.length !== original.rows || origin.some((row) => row < 0)) return
  for (const name of columns)
    if (data.names.includes(name))
      yield { name, before: columnIn(original.column(name), origin, original.rows), after: data.column(name) }
}

function lastMethod({ steps }: BoundPlan, name: string): string {
  return (steps.findLast(({ columns }) => columns.includes(name)) ?? steps.at(-1))?.method.id ?? ''
}
