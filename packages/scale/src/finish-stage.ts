/** The last reading: masked columns rounded and brought within bounds, the others as they are, and everything written. */
import { columnHashes, hashOf } from './column-hashes.js'
import { countChanged, countNegative, finishedBlocks, type MaskedColumn } from './finished-blocks.js'
import type { Sink } from './sink.js'
import type { SourceBlock } from './source.js'
import { resultsOf, type Stage, type Surroundings } from './stage.js'

const FINISH = 'finish'

/** Of each column of the file that was written. */
export interface ColumnOutcome {
  /** How many values differ from the original's. */
  readonly changed: number
  /** How many were brought within bounds. */
  readonly moved: number
  /** How many are negative. */
  readonly negative: number
  /** How many went missing; counted of what is released. */
  readonly gone?: number | undefined
  /** SHA-256 of the SHA-256 of the bytes of its blocks, in order; not taken where records are released as texts. */
  readonly hash: string | undefined
}

/**
 * The stage that writes the file.
 *
 * @param masked - The masked columns.
 * @param sink - Where it goes.
 * @returns The stage.
 */
export function finishStage(masked: readonly MaskedColumn[], sink: Sink): Stage {
  return {
    name: FINISH,
    tasks: ({ parts }) => Promise.resolve(parts.length),
    async run(around, part) {
      const counts = masked.map(() => [0, 0, 0])
      const hashes: number[] = []
      const made = async function* (): AsyncIterable<SourceBlock> {
        for await (const { block, data, made: columns } of finishedBlocks(around, masked, part)) {
          for (const [m, { before, after, moved: own }] of columns.entries()) {
            counts[m][0] += countChanged(before, after)
            counts[m][1] += own
            counts[m][2] += countNegative(after)
          }
          for (const name of data.names) hashes.push(...hashOf(data.column(name)))
          yield { block, data }
        }
      }
      await sink.write(part, around.parts[part], made())
      return Float64Array.from([...counts.flat(), ...hashes])
    },
  }
}

/** What the tasks of the last stage say of every column. */
export async function outcomesOf(
  around: Surroundings,
  masked: readonly MaskedColumn[],
): Promise<ReadonlyMap<string, ColumnOutcome>> {
  const results = await resultsOf(around, FINISH, around.parts.length)
  const { names } = (around.masked ?? around).source
  const hashes = columnHashes(
    names,
    results.map((own) => own.subarray(3 * masked.length)),
  )
  return new Map(
    names.map((name) => {
      const m = masked.findIndex((one) => one.name === name)
      const total = (at: number): number => (m < 0 ? 0 : results.reduce((sum, own) => sum + own[3 * m + at], 0))
      return [name, { changed: total(0), moved: total(1), negative: total(2), hash: hashes.get(name) }]
    }),
  )
}
