/** What manifests say of the numbers of a run in parts, and what its steps keep exactly. */
import type { ValueBounds } from '@sdc/core'
import type { NewNegatives, RunResult } from '@sdc/engine'
import {
  chosenStep,
  exactMoments,
  exactMomentsFrom,
  isRounded,
  keptColumns,
  roundedColumn,
  stillExact,
  type ColumnFacts as FinishFacts,
  type ExactMoments,
} from '@sdc/engine/in-parts'
import type { ColumnFacts } from '../columns/column-facts.js'
import type { ColumnOutcome } from '../steps/finish-stage.js'
import type { Source } from '../files/source.js'
import { takesAsMade, type StepOnParts } from '../steps/step-on-parts.js'
import type { StepEnd } from '../steps/step-stages.js'

/**
 * The groups in which moments are exactly the original's when all steps have ended.
 *
 * @param ons - The steps.
 * @param ends - What came of each.
 * @param facts - What is known of the columns of the original.
 * @param source - The original.
 * @returns As a run in memory says it; of given categories all that there may be are counted, used or not.
 */
export function exactInParts(
  ons: readonly StepOnParts[],
  ends: readonly StepEnd[],
  facts: ReadonlyMap<string, ColumnFacts>,
  source: Source,
): readonly ExactMoments[] {
  const counts = {
    records: source.rows,
    values: (name: string) => facts.get(name)?.count ?? 0,
    numbers: (name: string) => (source.kind(name) === 'numeric' ? 1 : Math.max(0, source.levels(name).length - 1)),
  }
  let exact: readonly ExactMoments[] = []
  for (const [s, { step }] of ons.entries()) {
    const whole = step.by.length === 0 ? exactMomentsFrom(step, '', counts) : null
    exact = [...stillExact(exact, step, step.columns), ...(whole === null ? [] : [whole]), ...(ends[s].exact ?? [])]
  }
  return exact
}

/** What is known of a run in parts when it has ended. */
interface EndedRun {
  /** What rounding asks of the columns. */
  readonly facts: ReadonlyMap<string, FinishFacts>
  /** The bounds of the schema. */
  readonly bounds: ReadonlyMap<string, ValueBounds>
  /** The original. */
  readonly source: Source
  /** What was counted of the columns as they were written. */
  readonly outcomes: ReadonlyMap<string, ColumnOutcome>
}

/**
 * What columns were rounded to and what was brought within bounds. Of a step whose values another one drew on from, that keeps no
 * moments, nobody counted what lay beyond them.
 *
 * @param ons - The steps.
 * @param ends - What came of each.
 * @param run - What is known of the run.
 * @returns The same of all steps.
 */
export function numbersInParts(
  ons: readonly StepOnParts[],
  ends: readonly StepEnd[],
  { facts, bounds, source, outcomes }: EndedRun,
): Pick<RunResult, 'rounded' | 'kept'> {
  const moved = (s: number): ReadonlyMap<string, number> =>
    new Map([...ends[s].counts].flatMap(([name, own]) => (own.moved > 0 ? [[name, own.moved] as const] : [])))
  const rounded = ons.flatMap(({ step }, s) =>
    step.columns.flatMap((name) => {
      const own = facts.get(name)
      if (own === undefined || source.kind(name) !== 'numeric' || !isRounded(step, bounds.get(name))) return []
      const chosen = chosenStep(step, own, bounds.get(name), moved(s).has(name))
      return chosen === null ? [] : [roundedColumn(step, name, chosen)]
    }),
  )
  const kept = ons.flatMap(({ step }, s) => {
    const later = ons.slice(s + 1)
    const written = (name: string): number =>
      bounds.has(name) && !later.some((one) => one.step.columns.includes(name)) ? (outcomes.get(name)?.moved ?? 0) : 0
    // Of a step that keeps moments they are counted when it masks; of others as they are written.
    const counts = exactMoments(step).length > 0 ? moved(s) : countsOf(step.columns, written)
    return keptColumns(step, counts, bounds).map((one) =>
      later.some((next) => takesAsMade(next, one.column)) ? { ...one, isReplaced: true as const } : one,
    )
  })
  return { rounded, kept }
}

/** The columns of which there are any. */
const countsOf = (names: readonly string[], count: (name: string) => number): ReadonlyMap<string, number> =>
  new Map(names.map((name) => [name, count(name)] as const).filter(([, many]) => many > 0))

/**
 * The masked columns that have negative values where the original has none.
 *
 * @param columns - The masked columns.
 * @param facts - What is known of the original's.
 * @param outcomes - What was counted of them as they were written.
 * @returns How many values each has.
 */
export function negativesInParts(
  columns: readonly string[],
  facts: ReadonlyMap<string, ColumnFacts>,
  outcomes: ReadonlyMap<string, ColumnOutcome>,
): readonly NewNegatives[] {
  return columns.flatMap((column): NewNegatives[] => {
    const values = outcomes.get(column)?.negative ?? 0
    return values > 0 && !((facts.get(column)?.min ?? 0) < 0) ? [{ column, values }] : []
  })
}
