/** Two files as plans read them. */
import type { BlockRange, Column, Dataset } from '@sdc/core'
import { NOTHING } from '@sdc/toolkit/internal'
import type { SharedBlocks } from '../columns/shared-blocks.js'
import { sharedColumn } from '../columns/stored-columns.js'
import { emptyFileOf } from '../source/source.js'
import type { PlanFiles } from '../passes/plan-files.js'
import type { StoredFile } from '../tasks/stage.js'
import { rowsOf } from './pair-files.js'
import type { StagePairContext } from './stage-pair-context.js'

/**
 * Returns the two files of a measurement as plans read them.
 *
 * @param around - The files, once their columns are stored and their records are linked.
 * @returns The files.
 */
export async function filesOfPlans(around: StagePairContext): Promise<PlanFiles> {
  const { original, masked, store, ranges, taskBytes } = around
  return {
    base: 'metrics',
    store,
    rows: await rowsOf(around),
    partBlocks: masked.partBlocks,
    ranges,
    taskBytes,
    known: () => Promise.resolve(() => undefined),
    async reader(side, shared) {
      const inOriginal = (file: StoredFile): ((range: BlockRange) => Dataset) =>
        columnsOf(file, `${side}/original`, shared)
      const inMasked = (file: StoredFile): ((range: BlockRange) => Dataset) => columnsOf(file, `${side}/masked`, shared)
      if (side === 'original') {
        const read = inOriginal(original)
        return (range) => ({ original: read(range), masked: NOTHING })
      }
      if (side === 'masked') {
        const read = inMasked(masked)
        return (range) => ({ original: NOTHING, masked: read(range) })
      }
      const pairs = await around.pairs()
      const [readOriginal, readMasked] = [inOriginal(pairs.original), inMasked(pairs.masked)]
      return async (range) => {
        const numbers = await around.numbers(range)
        return { original: readOriginal(range), masked: readMasked(range), ...(numbers && { numbers }) }
      }
    },
  }
}

/** Reads blocks of a file, each column when it is first asked for. */
function columnsOf(file: StoredFile, own: string, shared: SharedBlocks): (range: BlockRange) => Dataset {
  const memory: SharedBlocks = { ...shared, bytes: (name, length) => shared.bytes(`${own}/${name}`, length) }
  const empty = emptyFileOf(file.source)
  return (range) => {
    const rows = range.end - range.first
    if (rows === 0) return empty
    const read = new Map<string, Column>()
    return {
      rows,
      names: empty.names,
      column(name) {
        const column = read.get(name) ?? sharedColumn(file, '0', name, range, memory)
        read.set(name, column)
        return column
      },
    }
  }
}
