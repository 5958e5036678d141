import type { Pass, Totals } from '@sdc/core'
import { foldBlocks, type Stage, type Surroundings } from './stage.js'
import { contextOf, dataFor, type StepOnParts } from './step-on-parts.js'
import { blocksOfPart } from './stored-columns.js'

/** The readings of a step as stages. */
export interface PassStages {
  readonly stages: readonly Stage[]
  /** What they made of the whole file, by the name of the pass; once they have ended. */
  totals(around: Surroundings): Promise<ReadonlyMap<string, Totals>>
}

/**
 * A stage for every reading of the file that a step asks for.
 *
 * @param on - The step.
 * @param passes - The readings.
 * @returns The stages, and what they leave.
 */
export function passStages(on: StepOnParts, passes: readonly Pass<unknown>[]): PassStages {
  const stageName = (pass: string): string => `step-${on.number + 1}/${pass.replaceAll(' ', '-')}`
  /** The totals of the passes before one, folded where it is asked for. */
  const totalsBefore = async (around: Surroundings, before: number): Promise<Map<string, Totals>> => {
    const totals = new Map<string, Totals>()
    for (const pass of passes.slice(0, before)) {
      if (pass.needed?.(contextOf(on, around, totals)) === false) continue
      const merge = (total: Totals, own: Totals): Totals => pass.merge(total, own)
      totals.set(pass.name, await foldBlocks(around, stageName(pass.name), undefined, merge))
    }
    return totals
  }
  const stages = passes.map((pass, p): Stage => ({
    name: stageName(pass.name),
    async tasks(around) {
      const context = contextOf(on, around, await totalsBefore(around, p))
      return pass.needed?.(context) === false ? 0 : around.parts.length
    },
    async run(around, part) {
      const context = contextOf(on, around, await totalsBefore(around, p))
      const totals: Totals[] = []
      for (const block of blocksOfPart(around, part)) {
        totals.push(pass.of({ ...context, block, data: await dataFor(on, around, block) }))
      }
      return Float64Array.from(totals.flatMap((own) => [...own]))
    },
  }))
  return { stages, totals: (around) => totalsBefore(around, passes.length) }
}
