/** Stages of a step whose method is a plan: those of its passes, and then those of the form that it ends with. */
import { planOf, type ColumnAsRead, type Dataset, type Masking } from '@sdc/core'
import type { SharedBlocks } from '../columns/shared-blocks.js'
import { sharedColumn } from '../columns/stored-columns.js'
import type { BlockColumns, PlanFiles } from '../passes/plan-files.js'
import { planState, type PlanGroup } from '../passes/plan-state.js'
import { plansInParts } from '../passes/plans-in-parts.js'
import type { StageContext } from '../tasks/stage.js'
import { blockMasking } from './block-masking.js'
import { cellMasking } from './cell-masking.js'
import { rankMasking } from './rank-masking.js'
import type { FormStages, PlannedStep } from './planned-step.js'
import { blockReader, needsWhole, versionOf, wholeMasked, type StepOnParts } from './step-on-parts.js'
import type { StepEnd, StepStages } from './step-stages.js'

/**
 * Makes the stages of a step by the plan of its method.
 *
 * @param on - The step.
 * @param around - The file.
 * @returns Its stages, and its end.
 */
export function plannedStages(on: StepOnParts, around: StageContext): StepStages {
  let end: (() => Promise<StepEnd>) | undefined
  async function* groups(): AsyncGenerator<PlanGroup, void> {
    const state = planState(filesOf(on, around))
    const [ended] = yield* plansInParts(state, [{ scope: '', plan: planOf(on.planned) }])
    if (!('value' in ended)) throw needsWhole(on.step, 'it counts more different records than fit into memory')
    end = yield* formStages({ on, around, state }, ended.value)
  }
  return {
    groups: groups(),
    ended() {
      if (end === undefined) throw new Error('the stages have not ended')
      return end()
    },
  }
}

function formStages(planned: PlannedStep, masking: Masking): FormStages {
  if (masking.form === 'block') return blockMasking(planned, masking)
  if (masking.form === 'ranks') return rankMasking(planned, masking)
  if (masking.form === 'cells') return cellMasking(planned, masking)
  throw wholeMasked(planned.on.step, masking)
}

/** Files of a step: every record of its input is paired with its original. */
function filesOf(on: StepOnParts, around: StageContext): PlanFiles {
  const { source, store, partBlocks, ranges, taskBytes } = around
  const { rows } = source
  return {
    base: `step-${on.number + 1}`,
    store,
    rows: { original: rows, masked: rows, pairs: rows },
    partBlocks,
    ranges,
    taskBytes,
    known: () => columnsAsTheyCame(on, around),
    async reader(side, shared) {
      const masked = await blockReader(on, around, shared)
      return (block): BlockColumns => ({
        original: side === 'masked' ? emptyOf(block) : originalsOf(on, around, block, shared),
        masked: side === 'original' ? emptyOf(block) : masked(block),
      })
    },
  }
}

/** Facts about the columns that no earlier step has masked; none if the file was masked elsewhere. */
async function columnsAsTheyCame(
  { reads }: StepOnParts,
  around: StageContext,
): Promise<(name: string) => ColumnAsRead | undefined> {
  if (around.masked !== undefined) return () => undefined
  const known = await around.asRead()
  const isKnown = (name: string): boolean =>
    reads.has(name) && reads.get(name) === undefined && around.source.kind(name) === 'numeric'
  return (name) => (isKnown(name) ? known.get(name) : undefined)
}

type Range = Parameters<typeof sharedColumn>[3]

function emptyOf({ first, end }: Range): Dataset {
  return {
    rows: end - first,
    names: [],
    column: (name) => {
      throw new Error(`column "${name}" is not read`)
    },
  }
}

/** Original values of the columns that the step reads. */
function originalsOf({ reads }: StepOnParts, around: StageContext, block: Range, shared: SharedBlocks): Dataset {
  return {
    rows: block.end - block.first,
    names: [...reads.keys()],
    column: (name) => sharedColumn(around, versionOf(undefined), name, block, shared),
  }
}
