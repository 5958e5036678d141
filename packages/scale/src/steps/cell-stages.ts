/** The stages of a step that masks cells of records near each other: readings that say where the cells are, then a cell as a group. */
import type { ByCells, Cells, PartsContext } from '@sdc/core'
import { gatheredStages } from './gathered-stages.js'
import { passStages } from './pass-stages.js'
import { countsOfStage } from './stage-counts.js'
import { inTurn, type StageContext } from '../work/stage.js'
import { contextOf, dataFor, type StepOnParts } from './step-on-parts.js'
import type { StepStages } from './step-stages.js'

/** Cells are put in the order of their numbers by names of so many digits: there are fewer than records. */
const DIGITS = 10

export function cellStages(on: StepOnParts, streamed: ByCells<unknown>): StepStages {
  const { stages: passes, totals } = passStages(on, streamed.passes)
  let known: Promise<{ readonly context: PartsContext<unknown>; readonly cells: Cells }> | undefined
  // They are asked for at every block, once the readings have ended.
  const knownIn = (around: StageContext): NonNullable<typeof known> =>
    (known ??= totals(around).then((all) => {
      const context = contextOf(on, around, all)
      return { context, cells: streamed.cells(context) }
    }))
  const { stages, made } = gatheredStages(on, {
    base: `step-${on.number + 1}/cells`,
    async of(around, block) {
      const { cells } = await knownIn(around)
      const members = new Map<number, number[]>()
      cells.of(await dataFor(on, around, block)).forEach((cell, record) => {
        const rows = members.get(cell)
        if (rows === undefined) members.set(cell, [record])
        else rows.push(record)
      })
      return [...members].map(([cell, rows]) => {
        const key = String(cell).padStart(DIGITS, '0')
        return { key, label: String(cell + 1), rows: Int32Array.from(rows) }
      })
    },
    async mask(around, { key }, { data }) {
      const { context } = await knownIn(around)
      return streamed.mask({ ...context, cell: Number(key), data, tick: () => {} })
    },
    tooLarge: ({ label }) => ({
      what: `a block of records at a time, and block ${label}`,
      fix: 'Allow more memory, let fewer workers share it, or mask in smaller blocks (inBlocks).',
    }),
  })
  return {
    groups: inTurn([...passes, ...stages]),
    async ended(around) {
      const { context } = await knownIn(around)
      const total = (await made(around))
        .map(({ totals: own = new Float64Array(0) }) => own)
        .reduce((before, own) => streamed.merge(before, own))
      return {
        warnings: streamed.words(context, total).warnings ?? [],
        counts: await countsOfStage(around, stages[2].name, on.step.columns),
      }
    },
  }
}
