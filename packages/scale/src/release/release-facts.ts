/** What manifests say of the numbers of a run in parts, and what its steps keep exactly. */
import type { ValueBounds } from '@sdc/core'
import type { RunResult } from '@sdc/engine'
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
import type { ColumnFacts } from '../column-facts.js'
import type { Source } from '../source.js'
import type { StepOnParts } from '../step-on-parts.js'
import type { StepEnd } from '../step-stages.js'

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

/**
 * What columns were rounded to and what was brought within bounds, as far as a manifest says it.
 *
 * @param ons - The steps.
 * @param ends - What came of each.
 * @param around - What rounding asks of the columns, the bounds of the schema, and the original.
 * @returns The same of all steps.
 */
export function numbersInParts(
  ons: readonly StepOnParts[],
  ends: readonly StepEnd[],
  {
    facts,
    bounds,
    source,
  }: {
    readonly facts: ReadonlyMap<string, FinishFacts>
    readonly bounds: ReadonlyMap<string, ValueBounds>
    readonly source: Source
  },
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
  // Values that were moved are counted of steps that keep moments: of others nobody asks.
  const kept = ons.flatMap(({ step }, s) => (exactMoments(step).length > 0 ? keptColumns(step, moved(s), bounds) : []))
  return { rounded, kept }
}
