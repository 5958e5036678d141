/** Counts of the columns of a step, over the whole file. */
import type { BoundStep } from '../../bind/bind.js'
import { exactMoments } from '../../run/numbers/made-values.js'
import { foldParts, taskIsDone, type StageContext } from '../tasks/stage.js'

/** A step whose stages count. */
export interface CountedStep {
  /** Its number in the plan, from 0. */
  readonly number: number
  readonly step: BoundStep
}

/** Counts of one column. */
export interface StepCounts {
  /** Number of blocks in which some value changed. */
  readonly changed: number
  /** Number of changed values; −0 equals 0. */
  readonly other: number
  /** Number of values that were outside the bounds of the schema; counted for steps that keep moments. */
  readonly moved: number
  /**
   * Number of unchanged values among finer ones; counted if the step is finer than the one that the original values
   * share.
   */
  readonly untouched: number
}

/** Counts of a column, in the order in which they are stored. */
export const COUNTS = ['changed', 'other', 'moved', 'untouched'] as const

/** Sums the counts of columns that the tasks of a stage returned block by block. */
export async function countsOfStage(
  around: StageContext,
  stage: string,
  columns: readonly string[],
): Promise<ReadonlyMap<string, StepCounts>> {
  const totals = await foldParts(around, stage, (total, own) => total.map((value, k) => value + own[k]))
  return new Map(
    columns.map((name, c) => {
      const at = (field: (typeof COUNTS)[number]): number => totals[c * COUNTS.length + COUNTS.indexOf(field)]
      return [name, { changed: at('changed'), other: at('other'), moved: at('moved'), untouched: at('untouched') }]
    }),
  )
}

/** Name of the stage that masks the blocks of a step. */
export const maskStage = ({ number }: Pick<CountedStep, 'number'>): string => `step-${number + 1}/mask`

const known = new WeakMap<StageContext, Map<number, Promise<ReadonlyMap<string, StepCounts>>>>()

/**
 * Tests whether a step that keeps moments, and has ended, left values outside the bounds of a column. Its moments are
 * then not exact any more, and it is rounded like any other column.
 */
export async function wasMoved(on: CountedStep, around: StageContext, name: string): Promise<boolean> {
  const { step, number } = on
  if (around.plan.bounds.get(name) === undefined || exactMoments(step).length === 0) return false
  // A step that masks by ranks has no such stage: it keeps values.
  if (!(await taskIsDone(around, maskStage(on), 0))) return false
  const steps = known.get(around) ?? new Map<number, Promise<ReadonlyMap<string, StepCounts>>>()
  known.set(around, steps)
  const counts = steps.get(number) ?? countsOfStage(around, maskStage(on), step.columns)
  steps.set(number, counts)
  return ((await counts).get(name)?.moved ?? 0) > 0
}
