/** Stages that read the file: they store its columns, and collect facts about each. */
import type { Column, ColumnAsRead, Totals } from '@sdc/core'
import { refuseBeyond } from '../../bind/value-bounds.js'
import type { ColumnFacts as FactsForFinish } from '../../run/numbers/precision.js'
import type { ValueStep } from '@sdc/stats'
import {
  meanOfTotals,
  powerOfTotals,
  squaresOfBlock,
  stepOfTotals,
  timesPower,
  varianceOfSums,
} from '@sdc/stats/internal'
import {
  FACTS,
  factsAsNumbers,
  factsFromNumbers,
  factsOfBlock,
  mergedFacts,
  type ColumnFacts,
} from '../columns/column-facts.js'
import { foldBlocks, type Stage, type StageContext } from '../tasks/stage.js'
import { sharedBlocks } from '../columns/shared-blocks.js'
import { blocksOfPart, readColumns, sharedColumn } from '../columns/stored-columns.js'

const READ = 'read'
const SPREAD = 'spread'

/** Reads the columns that steps use, and collects their facts; for masked columns also the step of their numbers. */
export function readStage(columns: readonly string[], masked: readonly string[]): Stage {
  return {
    name: READ,
    tasks: ({ parts }) => Promise.resolve(parts.length),
    async run(around, part) {
      const facts: number[] = []
      await readColumns(around, columns, part, (column, name, { first }) => {
        refuseOutside(around, name, column, first)
        facts.push(...factsAsNumbers(factsOfBlock(column, first, masked.includes(name))))
      })
      return Float64Array.from(facts)
    },
  }
}

/** Checks a block of the original against the schema. */
export function refuseOutside({ plan }: StageContext, name: string, column: Column, first: number): void {
  const bounds = plan.bounds.get(name)
  if (bounds && column.kind === 'numeric') refuseBeyond(name, column.values, bounds, { first })
}

/** Returns the facts about the columns once they are read. */
export async function readFacts(
  around: StageContext,
  columns: readonly string[],
): Promise<ReadonlyMap<string, ColumnFacts>> {
  const merge = (total: Totals, own: Totals): Totals => {
    const merged = new Float64Array(total.length)
    for (let at = 0; at < total.length; at += FACTS) {
      const [a, b] = [total, own].map((numbers) => factsFromNumbers(numbers.subarray(at, at + FACTS)))
      merged.set(factsAsNumbers(mergedFacts(a, b)), at)
    }
    return merged
  }
  const numbers = await foldBlocks(around, READ, columns.length * FACTS, merge)
  return new Map(columns.map((name, c) => [name, factsFromNumbers(numbers.subarray(c * FACTS, (c + 1) * FACTS))]))
}

/** Reads numeric columns again for their standard deviations, which rounding needs. */
export function spreadStage(used: readonly string[], columns: readonly string[]): Stage {
  return {
    name: SPREAD,
    tasks: ({ parts }) => Promise.resolve(columns.length > 0 ? parts.length : 0),
    async run(around, part) {
      const facts = await readFacts(around, used)
      const sums: number[] = []
      const shared = sharedBlocks()
      for (const block of blocksOfPart(around, part)) {
        for (const name of columns) {
          const column = sharedColumn(around, '0', name, block, shared)
          if (column.kind !== 'numeric') continue
          const own = facts.get(name) as ColumnFacts
          const power = powerOfTotals(own)
          // Values whose squares overflow or underflow are rare: their mean is computed from values scaled by a power
          // of two.
          const centre = power === 0 ? meanOfTotals(own) : timesPower(Float64Array.of(meanOfTotals(own)), power)[0]
          sums.push(...squaresOfBlock(column.values, centre, power))
        }
      }
      return Float64Array.from(sums)
    },
  }
}

/**
 * Sums Σ(x − c)² and Σ(x − c) of the columns whose spreads were read, scaled by a power of two if squares overflow or
 * underflow.
 */
async function spreadSums(
  around: StageContext,
  columns: readonly string[],
): Promise<ReadonlyMap<string, readonly [number, number]>> {
  if (columns.length === 0) return new Map()
  const sums = await foldBlocks(around, SPREAD, 2 * columns.length, (total, own) =>
    total.map((value, k) => value + own[k]),
  )
  return new Map(columns.map((name, c) => [name, [sums[2 * c], sums[2 * c + 1]]]))
}

/** Facts about the original columns, with the sums of squares of those whose spreads were read. */
export async function columnsAsRead(
  around: StageContext,
  used: readonly string[],
  spread: readonly string[],
): Promise<ReadonlyMap<string, ColumnAsRead>> {
  const [facts, sums] = [await readFacts(around, used), await spreadSums(around, spread)]
  return new Map(
    [...facts].map(([name, own]) => {
      const squares = powerOfTotals(own) === 0 ? sums.get(name) : undefined
      return [name, squares ? { ...own, squares } : own]
    }),
  )
}

/** Facts about columns for rounding: their common step, their spread, their largest value. */
export async function factsForFinish(
  around: StageContext,
  used: readonly string[],
  masked: readonly string[],
  spread: readonly string[],
): Promise<ReadonlyMap<string, FactsForFinish>> {
  const [facts, sums] = [await readFacts(around, used), await spreadSums(around, spread)]
  return new Map(
    [...facts].map(([name, own]) => {
      const commonStep = (): ValueStep | null => {
        if (!masked.includes(name)) throw new Error(`the step of "${name}" was not read`)
        return stepOfTotals(own)
      }
      const sd = (): number => {
        const squares = sums.get(name)
        if (squares === undefined) throw new Error(`the spread of "${name}" was not read`)
        const power = powerOfTotals(own)
        const root = Math.sqrt(varianceOfSums(squares[0], squares[1], own.count))
        return power === 0 ? root : timesPower(Float64Array.of(root), -power)[0]
      }
      return [name, { commonStep, standardDeviation: sd, largest: () => own.largest }]
    }),
  )
}
