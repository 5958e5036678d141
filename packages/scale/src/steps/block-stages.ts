import type { ByBlocks, Column, Totals } from '@sdc/core'
import { passStages } from './pass-stages.js'
import { inTurn, type Stage } from '../work/stage.js'
import { countsOfStage, maskStage } from './stage-counts.js'
import { added, countsOfBlock } from './step-counts.js'
import type { StepStages } from './step-stages.js'
import { sharedBlocks } from '../columns/shared-blocks.js'
import { blockReader, contextOf, versionOf, type StepOnParts } from './step-on-parts.js'
import { blocksOfPart, putColumn } from '../columns/stored-columns.js'

/** The stages of a step that masks a block given a few numbers of the whole file: one a pass, then the masking. */
export function blockStages(on: StepOnParts, streamed: ByBlocks<unknown>): StepStages {
  const { stages: passes, totals } = passStages(on, streamed.passes)
  const mask: Stage = {
    name: maskStage(on),
    async tasks(around) {
      const context = contextOf(on, around, await totals(around))
      streamed.check?.(context)
      return around.parts.length
    },
    async run(around, part) {
      const context = contextOf(on, around, await totals(around))
      const masked = new Map<string, Column[]>(on.step.columns.map((name) => [name, []]))
      const counts: Totals[] = []
      const shared = sharedBlocks()
      const read = await blockReader(on, around, shared)
      for (const block of blocksOfPart(around, part)) {
        const data = read(block)
        const made = streamed.mask({ ...context, block, data })
        const own = new Map(on.step.columns.map((name) => [name, shared.keptColumn(made.get(name) as Column)]))
        for (const [name, blocks] of masked) blocks.push(own.get(name) as Column)
        counts.push(await countsOfBlock(on, around, block, own, data))
      }
      for (const [name, blocks] of masked) await putColumn(around, versionOf(on), name, part, blocks)
      return added(counts)
    },
  }
  return {
    groups: inTurn([...passes, mask]),
    async ended(around) {
      const context = contextOf(on, around, await totals(around))
      const counts = await countsOfStage(around, mask.name, on.step.columns)
      const changed = new Set(on.step.columns.filter((name) => (counts.get(name)?.other ?? 0) > 0))
      const words = [streamed.check?.(context), streamed.judge?.({ ...context, changed })]
      return { warnings: words.flatMap((own) => own?.warnings ?? []), counts }
    },
  }
}
