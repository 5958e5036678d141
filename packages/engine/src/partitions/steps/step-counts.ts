/** What is counted of the columns that a step masked: what it is refused for, and what is said of it. */
import type { BlockRange, Column, Dataset, Totals } from '@sdc/core'
import { chosenStep, isRounded } from '../../run/precision.js'
import { exactMoments, madeValues } from '../../run/made-values.js'
import { finishOf } from '../../run/step-finish.js'
import { countOther } from '@sdc/toolkit/internal'
import { COUNTS, type StepCounts } from './stage-counts.js'
import type { StageContext } from '../tasks/stage.js'
import { dataFor, versionOf, type StepOnParts } from './step-on-parts.js'
import { columnOfBlock } from '../columns/stored-columns.js'

/** The counts of a block of some columns, one column after the other. */
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
    // What gives the original's values back is compared with these.
    const { postMasking } = step.method.traits
    const compared = postMasking ? await columnOfBlock(around, versionOf(undefined), name, block) : was
    const changed = differs(compared, column)
    const other = changed ? countOther(compared, column) : 0
    const own: StepCounts = { changed: changed ? 1 : 0, other, moved: 0, untouched: 0 }
    const known = facts.get(name)
    if (column.kind !== 'numeric' || was.kind !== 'numeric' || known === undefined) {
      counts.push(...COUNTS.map((field) => own[field]))
      continue
    }
    const bounds = around.plan.bounds.get(name)
    const chosen = isRounded(step, bounds) ? chosenStep(step, known, bounds, false) : null
    const isFiner = madeValues(step) === 'drawn' && chosen?.finer === true
    const isMoved = bounds !== undefined && exactMoments(step).length > 0
    if (!isFiner && !isMoved) {
      counts.push(...COUNTS.map((field) => own[field]))
      continue
    }
    const { out } = finishOf(step, { facts: known, bounds, moved: false })
    const pairs =
      bounds === undefined && chosen !== null
        ? nearPairs(column.values, was.values, chosen.of.whole / chosen.of.scale)
        : { made: column.values, was: was.values }
    const { values, moved } = out(pairs.made)
    const untouched = isFiner ? countKept(values, pairs.was) : 0
    counts.push(own.changed, own.other, isMoved ? moved : 0, untouched)
  }
  return Float64Array.from(counts)
}

/** The values that rounding may bring back to what they were, and these: few of many, and rounding takes long. */
function nearPairs(
  made: Float64Array,
  was: Float64Array,
  step: number,
): { readonly made: Float64Array; readonly was: Float64Array } {
  const near: number[] = []
  for (let i = 0; i < made.length; i++) if (Math.abs(made[i] - was[i]) <= step) near.push(i)
  return { made: Float64Array.from(near, (i) => made[i]), was: Float64Array.from(near, (i) => was[i]) }
}

/** How many values are what they were, and are not 0. */
function countKept(values: Float64Array, was: Float64Array): number {
  let kept = 0
  for (let i = 0; i < values.length; i++) if (values[i] !== 0 && values[i] === was[i]) kept++
  return kept
}

/** The sum of counts, number by number. */
export const added = (all: readonly Totals[]): Totals =>
  all.reduce((total, own) => total.map((value, k) => value + own[k]))

function differs(before: Column, after: Column): boolean {
  if (before.kind === 'numeric' && after.kind === 'numeric') {
    for (let i = 0; i < after.values.length; i++) if (!Object.is(before.values[i], after.values[i])) return true
    return false
  }
  if (before.kind === 'numeric' || after.kind === 'numeric') return true
  for (let i = 0; i < after.codes.length; i++) if (before.codes[i] !== after.codes[i]) return true
  return false
}
