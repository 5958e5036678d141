import type { BlockMasking, Column, Inputs, Totals } from '@sdc/core'
import { putLevels, storedCodes } from '../columns/pseudonym-levels.js'
import { blocksOfPart, putColumn } from '../columns/stored-columns.js'
import { planReader } from '../passes/plan-reader.js'
import { dropsOfPlans } from '../passes/plan-state.js'
import { preparedOrders, ranksNeeded } from '../passes/prepared-orders.js'
import type { HasStore, Stage } from '../tasks/stage.js'
import type { FormStages, PlannedStep } from './planned-step.js'
import { stepFindings } from './step-findings.js'
import { countsOfStage, maskStage } from './stage-counts.js'
import { added, countsOfBlock } from './step-counts.js'
import { versionOf } from './step-on-parts.js'

/**
 * Runs a step that masks block by block.
 *
 * @param planned - The step.
 * @param masking - Masking at the end of its plan.
 * @yields The stages that sort the orders that blocks need, and the one that masks.
 * @returns The end of the step.
 */
export async function* blockMasking({ on, around, state }: PlannedStep, masking: BlockMasking): FormStages {
  const { columns } = on.step
  const { orders, derived } = masking
  const isPseudonym = on.step.method.traits.kinds === 'pseudonyms'
  const stored = (name: string, column: Column): Column =>
    isPseudonym && column.kind !== 'numeric' ? storedCodes(around.source, name, column) : column
  const inputs: Inputs = { reads: 'pairs', ...(orders && { orders }), ...(derived && { derived }) }
  yield* preparedOrders(state, ranksNeeded(state, '', inputs))
  const mask: Stage<HasStore> = {
    name: maskStage(on),
    tasks: () => Promise.resolve(around.parts.length),
    drops: dropsOfPlans(state.files),
    async run(_, part) {
      const masked = new Map<string, Column[]>(columns.map((name) => [name, []]))
      const counts: Totals[] = []
      const reader = planReader(state, part)
      for (const range of blocksOfPart(around, part)) {
        const block = await reader.block('', inputs, range)
        const made = masking.mask(block)
        const own = new Map<string, Column>()
        for (const name of columns)
          own.set(name, reader.shared.keptColumn(stored(name, made.columns.get(name) as Column)))
        // The same in all blocks.
        if (isPseudonym && counts.length === 0) await putLevels(around, made.columns)
        for (const [name, blocks] of masked) blocks.push(own.get(name) as Column)
        counts.push(await countsOfBlock(on, around, range, own, block.masked))
      }
      for (const [name, blocks] of masked) await putColumn(around, versionOf(on), name, part, blocks)
      return added(counts)
    },
  }
  yield [mask]
  return async () => {
    const counts = await countsOfStage(around, mask.name, columns)
    const changed = new Map([...counts].filter(([, { other }]) => other > 0).map(([name, { other }]) => [name, other]))
    return { ...stepFindings(on.step, [masking, masking.judge?.(changed)]), counts }
  }
}
