/** Last pass: masked columns are rounded and brought within bounds, the others unchanged, and everything is written. */
import { BLOCK, type Totals, type Sink, type PartRange, type FileSource, type SourceBlock } from '@sdc/core'
import { columnHashes, hashOf } from '../columns/column-hashes.js'
import { copyPlan } from '../source/copied-groups.js'
import { countNegative } from '../../measure/new-negatives.js'
import { countChanged, finishedBlocks, type MaskedColumn } from './finished-blocks.js'
import { partsOf } from '../source/source.js'
import { resultsOf, type Stage, type StageContext } from '../tasks/stage.js'

const FINISH = 'finish'

/** Counts of one column of the file that was written. */
export interface WrittenCounts {
  /** Number of values that differ from the original's. */
  readonly changed: number
  /** Number of values brought within bounds. */
  readonly moved: number
  /** Number of values that equalled a code for a missing value. */
  readonly coded: number
  /** Number of negative values. */
  readonly negative: number
  /** Number of values that became missing; counted for a release. */
  readonly gone?: number | undefined
  /** Totals of its largest values, original and masked; for released numbers. */
  readonly largest?: Totals | undefined
  /**
   * SHA-256 of the SHA-256 of the bytes of its blocks, in order; undefined for copied columns, and for records released
   * as texts.
   */
  readonly hash: string | undefined
}

/** The stage that writes the file, and its results. */
export interface FinishStage {
  readonly stage: Stage
  /** Number of parts that are written. */
  readonly parts: number
  written(around: StageContext): Promise<ReadonlyMap<string, WrittenCounts>>
}

/**
 * Makes the stage that writes the file. If the sink can copy columns, unchanged ones are not read.
 *
 * @param masked - The masked columns.
 * @param sink - Writer of the file.
 * @param file - The file whose columns are written.
 * @param partBlocks - Most blocks of a partition.
 * @returns The stage.
 */
export function finishStage(
  masked: readonly MaskedColumn[],
  sink: Sink,
  file: FileSource,
  partBlocks: number,
): FinishStage {
  const copied = copyPlan(sink, file, (name) => masked.some((one) => one.name === name), partBlocks)
  const parts = copied?.parts ?? partsOf(file.rows, partBlocks).map(asPart)
  const names = copied?.made ?? file.names
  const stage: Stage = {
    name: FINISH,
    tasks: () => Promise.resolve(parts.length),
    async run(around, part) {
      const { first, blocks } = parts[part]
      const counts = masked.map(() => [0, 0, 0, 0])
      const hashes: number[] = []
      const made = async function* (): AsyncIterable<SourceBlock> {
        for await (const { block, data, made: columns } of finishedBlocks(around, masked, blocks, names)) {
          // A block in two partitions is counted by the one with its first record.
          if (block.first >= first) {
            for (const [m, { before, after, moved, coded }] of columns.entries()) {
              counts[m][0] += countChanged(before, after)
              counts[m][1] += moved
              counts[m][2] += after.kind === 'numeric' ? countNegative(after.values) : 0
              counts[m][3] += coded
            }
            for (const name of names) hashes.push(...hashOf(data.column(name)))
          }
          yield { block, data }
        }
      }
      await (copied && sink.copies
        ? sink.copies.write(part, copied.parts[part].groups, made())
        : sink.write(part, blocks, made()))
      return Float64Array.from([...counts.flat(), ...hashes])
    },
  }
  return {
    stage,
    parts: parts.length,
    async written(around) {
      const results = await resultsOf(around, FINISH, parts.length)
      const hashes = columnHashes(
        names,
        results.map((own) => own.subarray(4 * masked.length)),
      )
      return new Map(
        file.names.map((name) => {
          const m = masked.findIndex((one) => one.name === name)
          const total = (at: number): number => (m < 0 ? 0 : results.reduce((sum, own) => sum + own[4 * m + at], 0))
          const [changed, moved, negative, coded] = [0, 1, 2, 3].map(total)
          return [name, { changed, moved, negative, coded, hash: hashes.get(name) }]
        }),
      )
    },
  }
}

const asPart = (blocks: PartRange): { readonly first: number; readonly blocks: PartRange } => ({
  first: blocks.from * BLOCK,
  blocks,
})
