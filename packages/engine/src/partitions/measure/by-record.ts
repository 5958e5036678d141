/** Numbers by record that aggregates write block by block. */
import { blocksOf } from '@sdc/core'
import { partCount, type PlanFiles } from '../passes/plan-files.js'
import { numbersName } from '../passes/plan-state.js'
import { doublesOf } from '../tasks/store.js'
import type { PairFiles } from './pair-files.js'
import type { ByRecord } from './stored-measurement.js'

/**
 * Reads the numbers by record that the aggregates of a plan wrote.
 *
 * @param around - The files.
 * @param files - The files as plans read them.
 * @param scope - Name of the plan.
 * @returns One number per masked record, NaN without an original.
 */
export async function numbersOfBlocks(around: PairFiles, files: PlanFiles, scope: string): Promise<ByRecord> {
  const records = new Float64Array(around.masked.source.rows).fill(Number.NaN)
  const ofPairs = new Float64Array(files.rows.pairs)
  let at = 0
  for (let part = 0; part < partCount(files, 'pairs'); part++) {
    const own = doublesOf(await files.store.get(numbersName(files, scope, part)))
    ofPairs.set(own, at)
    at += own.length
  }
  for (const block of blocksOf(ofPairs.length)) {
    const numbers = await around.numbers(block)
    for (let i = block.first; i < block.end; i++) records[numbers?.masked[i - block.first] ?? i] = ofPairs[i]
  }
  return { records }
}
