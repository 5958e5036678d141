/** Counts of the columns that a step masked, for refusals and warnings. */
import { sameColumn, type BlockRange, type Column, type Dataset, type Totals, type ValueBounds } from '@sdc/core'
import type { BoundStep } from '../../bind/bind.js'
import type { ColumnFacts } from '../../run/numbers/precision.js'
import { exactMoments, madeValues } from '../../run/numbers/made-values.js'
import { countKept, finishOf } from '../../run/numbers/step-finish.js'
import { countOther } from '@sdc/toolkit/internal'
import { COUNTS, type StepCounts } from './stage-counts.js'
import type { StageContext } from '../tasks/stage.js'
import { dataFor, versionOf, type StepOnParts } from './step-on-parts.js'
import { columnOfBlock } from '../columns/stored-columns.js'

/** Counts of a block of some columns, one column after the other. */
export async function countsOfBlock(
  on: StepOnParts,
  around: StageContext,
  block: BlockRange,
  made: ReadonlyMap<string, Column>,
  given?: Dataset,
): Promise<Totals> {
  const { step } = on
  const counts: number[] = []
  const before = given ?? (await dataFor(on, around, block))
  const facts = await around.facts()
  for (const [name, column] of made) {
    const was = before.column(name)
    // A method that gives original values back is compared with these.
    const { postMasking } = step.method.traits
    const compared = postMasking ? await columnOfBlock(around, versionOf(undefined), name, block) : was
    const changed = !sameColumn(compared, column)
    const other = changed ? countOther(compared, column) : 0
    const known = facts.get(name)
    const areNumbers = column.kind === 'numeric' && was.kind === 'numeric' && known !== undefined
    const own: StepCounts = {
      changed: changed ? 1 : 0,
      other,
      ...(areNumbers
        ? numberCounts(step, { facts: known, bounds: around.plan.bounds.get(name) }, column.values, was.values)
        : { moved: 0, untouched: 0 }),
    }
    counts.push(...COUNTS.map((field) => own[field]))
  }
  return Float64Array.from(counts)
}

/** Counts the values of a block outside the bounds of the schema, and the unchanged ones among finer values. */
function numberCounts(
  step: BoundStep,
  { facts, bounds }: { readonly facts: ColumnFacts; readonly bounds: ValueBounds | undefined },
  made: Float64Array,
  was: Float64Array,
): Pick<StepCounts, 'moved' | 'untouched'> {
  const { chosen, out } = finishOf(step, { facts, bounds, codes: undefined, moved: false })
  const isFiner = madeValues(step) === 'drawn' && chosen?.finer === true
  const isMoved = bounds !== undefined && exactMoments(step).length > 0
  if (!isFiner && !isMoved) return { moved: 0, untouched: 0 }
  const pairs =
    bounds === undefined && chosen !== null ? nearPairs(made, was, chosen.of.whole / chosen.of.scale) : { made, was }
  const { values, moved } = out(pairs.made)
  return { moved: isMoved ? moved : 0, untouched: isFiner ? countKept(values, pairs.was) : 0 }
}

/** Values that rounding may make equal to the original's, with these. They are few, and rounding takes long. */
function nearPairs(
  made: Float64Array,
  was: Float64Array,
  step: number,
): { readonly made: Float64Array; readonly was: Float64Array } {
  const near: number[] = []
  for (let i = 0; i < made.length; i++) if (Math.abs(made[i] - was[i]) <= step) near.push(i)
  return { made: Float64Array.from(near, (i) => made[i]), was: Float64Array.from(near, (i) => was[i]) }
}

/** Sum of counts, number by number. */
export const added = (all: readonly Totals[]): Totals =>
  all.reduce((total, own) => total.map((value, k) => value + own[k]))
