import type { ValueBounds, FileSource } from '@sdc/core'
import type { NewNegatives } from '../../measure/new-negatives.js'
import type { StepOutcome } from '../../run/outcomes/outcome.js'
import { chosenStep, isRounded, type ChosenStep, type ColumnFacts as FinishFacts } from '../../run/numbers/precision.js'
import { exactMoments } from '../../run/numbers/made-values.js'
import { exactMomentsFrom } from '../../run/numbers/exact-moments-margin.js'
import type { ColumnFacts } from '../columns/column-facts.js'
import type { WrittenCounts } from './finish-stage.js'
import { takesAsMade, type StepOnParts } from './step-on-parts.js'
import type { StepEnd } from './step-stages.js'

/** Facts about the columns of a run out of core whose steps have ended. */
export interface EndedRun {
  readonly source: FileSource
  /** Facts about the columns of the original. */
  readonly read: ReadonlyMap<string, ColumnFacts>
  /** Facts for the rounding of columns. */
  readonly facts: ReadonlyMap<string, FinishFacts>
  readonly bounds: ReadonlyMap<string, ValueBounds>
  /** Counts of the columns as written; empty before that. */
  readonly written: ReadonlyMap<string, WrittenCounts>
}

/**
 * Returns the outcomes of the steps, as a run in memory has them. For given categories, exact moments count all
 * possible categories, used or not. Values outside the bounds are not counted for a step without exact moments whose
 * values another step masked.
 *
 * @param ons - The steps.
 * @param ends - The end of each.
 * @param run - Facts about the columns.
 * @returns The outcomes.
 */
export function stepOutcomes(
  ons: readonly StepOnParts[],
  ends: readonly StepEnd[],
  { source, read, facts, bounds, written }: EndedRun,
): readonly StepOutcome[] {
  const groupCounts = {
    records: source.rows,
    values: (name: string) => read.get(name)?.count ?? 0,
    numbers: (name: string) => (source.kind(name) === 'numeric' ? 1 : Math.max(0, source.levels(name).length - 1)),
  }
  return ons.map((on, s): StepOutcome => {
    const { step, path } = on
    const { columns } = step
    const { warnings, counts, reports = [], byChance = [], exact = [] } = ends[s]
    const movedByStep = countsOf(columns, (name) => counts.get(name)?.moved ?? 0)
    const isLast = (name: string): boolean => !ons.slice(s + 1).some((one) => one.step.columns.includes(name))
    const movedAtEnd = (name: string): number =>
      bounds.has(name) && isLast(name) ? (written.get(name)?.moved ?? 0) : 0
    const rounding = columns.flatMap((name): (readonly [string, ChosenStep])[] => {
      const own = facts.get(name)
      if (own === undefined || source.kind(name) !== 'numeric' || !isRounded(step, bounds.get(name))) return []
      const chosen = chosenStep(step, own, bounds.get(name), movedByStep.has(name))
      return chosen === null ? [] : [[name, chosen]]
    })
    const whole = step.by.length === 0 ? exactMomentsFrom(step, '', groupCounts) : null
    const outcome = {
      coded: countsOf(columns, (name) => (isLast(name) ? (written.get(name)?.coded ?? 0) : 0)),
      columns,
      warnings,
      reports,
      rounding: new Map(rounding),
      // A step that keeps moments counts them while it masks. Other steps count them while they write.
      moved: exactMoments(step).length > 0 ? movedByStep : countsOf(columns, movedAtEnd),
      // A column that lost its moments is rounded to the step that its values share: no value is recognisable among
      // finer ones.
      untouched: countsOf(columns, (name) =>
        movedByStep.has(name) && step.precision !== 'fine' ? 0 : (counts.get(name)?.untouched ?? 0),
      ),
      restored: columns.filter((name) => on.reads.get(name) !== undefined && takesAsMade(on, name)),
      exact: [...(whole === null ? [] : [whole]), ...exact],
      byChance,
    }
    return { step, path, files: [outcome] }
  })
}

/** Returns the positive counts, by column. */
const countsOf = (names: readonly string[], count: (name: string) => number): ReadonlyMap<string, number> =>
  new Map(names.map((name) => [name, count(name)] as const).filter(([, many]) => many > 0))

/**
 * Returns the masked columns with negative values where the original has none.
 *
 * @param columns - The masked columns.
 * @param run - Facts about them.
 * @returns Number of negative values of each.
 */
export function negativesInParts(
  columns: readonly string[],
  { read, written }: Pick<EndedRun, 'read' | 'written'>,
): readonly NewNegatives[] {
  return columns.flatMap((column): NewNegatives[] => {
    const values = written.get(column)?.negative ?? 0
    return values > 0 && !((read.get(column)?.min ?? 0) < 0) ? [{ column, values }] : []
  })
}
