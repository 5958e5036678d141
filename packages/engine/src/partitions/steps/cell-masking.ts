/** Stages of a step that masks cells of similar records: each cell is gathered and masked as a group. */
import { type CellMasking } from '@sdc/core'
import { sharedBlocks } from '../columns/shared-blocks.js'
import { gatheredStages } from './gathered-stages.js'
import type { FormStages, PlannedStep } from './planned-step.js'
import { stepFindings } from './step-findings.js'
import { countsOfStage } from './stage-counts.js'

/** Digits of a cell's number in names, which are sorted: there are fewer cells than records. */
const DIGITS = 10

/**
 * Runs a step that masks by cells.
 *
 * @param planned - The step.
 * @param masking - Masking at the end of its plan.
 * @yields The stages that gather the cells and mask them.
 * @returns The end of the step.
 */
export async function* cellMasking({ on, around, state }: PlannedStep, masking: CellMasking): FormStages {
  const { files } = state
  let reader: ReturnType<typeof files.reader> | undefined
  const { stages, made } = gatheredStages(on, {
    base: `${files.base}/cells`,
    async of(_, block) {
      const read = await (reader ??= files.reader('pairs', sharedBlocks()))
      const members = new Map<number, number[]>()
      masking.of({ ...block, ...(await read(block)) }).forEach((cell, record) => {
        const rows = members.get(cell)
        if (rows === undefined) members.set(cell, [record])
        else rows.push(record)
      })
      return [...members].map(([cell, rows]) => {
        const key = String(cell).padStart(DIGITS, '0')
        return { key, label: String(cell + 1), rows: Int32Array.from(rows) }
      })
    },
    mask: (_, { key }, { data }) => Promise.resolve(masking.mask({ index: Number(key), data, tick: () => {} })),
    tooLarge: ({ label }) => ({
      what: `a block of records at a time, and block ${label}`,
      fix: 'Allow more memory, let fewer workers share it, or mask in smaller blocks (inBlocks).',
    }),
  })
  for (const stage of stages)
    yield [{ ...stage, tasks: () => stage.tasks(around), run: (_, task) => stage.run(around, task) }]
  return async () => {
    const total = (await made(around))
      .map(({ totals = new Float64Array(0) }) => totals)
      .reduce((before, own) => masking.merge(before, own))
    return {
      ...stepFindings(on.step, [masking.end(total)]),
      counts: await countsOfStage(around, stages[2].name, on.step.columns),
    }
  }
}
