import {
  numericValues,
  type Measurement,
  type Totals,
  type Aggregate,
  type Block,
  type MeasureFacts,
  type Order,
  type Plan,
} from '@sdc/core'
import { countValues } from '@sdc/stats'
import type { ColumnTotals } from '@sdc/stats/internal'
import { leftOut, notUsed, table, tooFewLinked, unmeasured, type Truth } from '@sdc/toolkit'
import {
  addedNumbers,
  orderOfColumn,
  readColumns,
  readPaired,
  readTotals,
  together,
  walkAggregate,
} from '@sdc/toolkit/internal'
import { belowChance } from './below-chance.js'
import { chanceOfHeld, coveredInBlock, coveredOrders, heldWalk, type CellByChance } from './interval-chance.js'
import { isRanked, sharesOfBlock, type IntervalMode } from './interval-shares.js'
import { SD_WALKS, sdWalk } from './sd-in-order.js'

/** Interval widths in percent. */
export const WIDTHS: readonly number[] = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10]

/**
 * Smallest number of records: for fewer, ⌊10·n/100⌋ is 0, every window contains its own value only, and a risk of 0 has
 * no meaning.
 */
const LEAST_RECORDS = 10

/**
 * Returns the reason why files have no value for any values; undefined if they may have one.
 *
 * @param tooFew - Reason why the pairs are too few to compare.
 * @param masked - Number of records of the masked file.
 * @param mode - Unit of the widths.
 * @returns The reason.
 */
export function whyNoValue(tooFew: string | undefined, masked: number, mode: IntervalMode): string | undefined {
  if (tooFew || !isRanked(mode) || masked >= LEAST_RECORDS) return tooFew
  const reason = `with ${masked} records no window of up to 10 % of the ranks reaches a neighbour`
  return `${reason}. Use at least ${LEAST_RECORDS} records, or mode sd or relative`
}

/** A column that varies in the original. */
interface Compared {
  readonly name: string
  /** All values of the masked file, or of the original: those that define the ranks or the standard deviation. */
  readonly all: Order
  /** Values of the complete pairs, by their places among all. */
  readonly x: Order
  readonly y: Order
  /** Number of values of `all`, and of complete pairs. */
  readonly count: number
  readonly pairs: number
}

/**
 * Reads the interval disclosure of two files.
 *
 * @param files - The files.
 * @returns The measurement, and the percentage of its cells for each pair.
 */
export function* readIntervals({
  columns: names,
  rows,
  params: { mode, truth },
}: MeasureFacts<{ readonly mode: IntervalMode; readonly truth: Truth }>): Plan<Measurement> {
  const why = whyNoValue(tooFewLinked(rows.pairs, rows.masked, truth === 'identity'), rows.masked, mode)
  if (why) return unmeasured(why)
  const [totals, counts] = yield* together(readTotals('original', readColumns('original', names)), readCounts(names))
  const compared = names.flatMap((_, j) => comparedColumn(names, j, mode, totals[j], counts))
  const isChance = mode === 'rank' && truth === 'identity'
  const chances = isChance ? yield* readChances(compared) : []
  const sds = mode === 'sd' ? yield compared.map(({ all }) => walkAggregate(Array(SD_WALKS).fill(all), sdWalk)) : []
  const [sums] = yield [cellsAggregate(compared, mode, chances, (k) => sds[k]?.[0] ?? Number.NaN)]

  const columns = new Map<string, number | null>(names.map((name) => [name, null]))
  const perWidth = new Float64Array(WIDTHS.length)
  const chance = { used: 0, expected: 0, variance: 0 }
  compared.forEach(({ name }, k) => {
    const [count, total, ...own] = sums.subarray(k * OF_COLUMN, (k + 1) * OF_COLUMN)
    if (count > 0) columns.set(name, (100 * total) / count)
    for (let w = 0; w < own.length; w++) perWidth[w] += own[w]
    chance.used += count
    if (count === 0 || !isChance) return
    chance.expected += count * chances[k].mean
    chance.variance += count * chances[k].variance
  })
  const { used } = chance
  const counted = leftOut({
    [notUsed.withoutOrigin]: truth === 'identity' ? rows.masked - rows.pairs : 0,
    [notUsed.missingCells]: compared.length * rows.pairs - used,
    [notUsed.constantColumns]: names.length - compared.length,
  })
  const [records, sum, squares] = sums.subarray(compared.length * OF_COLUMN)
  if (records < 2) {
    const reason = `${records} records have a value in both files in a column that varies; the metric needs 2`
    return { ...unmeasured(reason, used, new Map([['left-out', counted]])), columns }
  }
  const percent = perWidth.map((total) => (100 * total) / used)
  const value = percent.reduce((total, one) => total + one, 0) / percent.length
  const warning = isChance ? belowChance(value, { ...chance, records, sum, squares }) : undefined
  return {
    value,
    ...(warning !== undefined && { warnings: [warning] }),
    used,
    columns,
    tables: new Map([
      ['widths', table({ width: Float64Array.from(WIDTHS), percent })],
      ['left-out', counted],
    ]),
  }
}

/** Counts the values of the masked columns, then their complete pairs. */
function* readCounts(names: readonly string[]): Plan<Totals> {
  const count = (reads: 'masked' | 'pairs'): Aggregate => ({
    reads,
    of: (block) =>
      Float64Array.from(names, (name) =>
        countValues(reads === 'pairs' ? readPaired('masked', name)(block) : numericValues(block.masked, name)),
      ),
    merge: addedNumbers,
  })
  const [masked, pairs] = yield [count('masked'), count('pairs')]
  return Float64Array.of(...masked, ...pairs)
}

/** Returns the column; empty for a constant one. */
function comparedColumn(
  names: readonly string[],
  j: number,
  mode: IntervalMode,
  { count, varies }: ColumnTotals,
  counts: Totals,
): readonly Compared[] {
  if (count > 0 && !varies) return []
  const name = names[j]
  const file = mode === 'rank-original' ? 'original' : 'masked'
  const all = orderOfColumn(file, name, j)
  const ofPairs = (own: 'original' | 'masked'): Order => ({
    reads: 'pairs',
    name: `pairs-${own}-${j + 1}`,
    columns: { original: [name], masked: [name] },
    of: readPaired(own, name),
    among: all,
    isKept: true,
  })
  const [x, y] = [ofPairs('original'), ofPairs('masked')]
  return [{ name, all, x, y, count: file === 'original' ? count : counts[j], pairs: counts[names.length + j] }]
}

/**
 * Computes the cells by chance: by pair if every masked value is in a complete pair, else by a walk over all values.
 */
function* readChances(compared: readonly Compared[]): Plan<readonly CellByChance[]> {
  const held = yield compared.map(({ x, count, pairs }): Aggregate => ({
    reads: 'pairs',
    orders: [x],
    of: ({ ranks = [] }) => (count === pairs ? coveredInBlock(ranks[0], count, WIDTHS) : new Float64Array(0)),
    merge: addedNumbers,
  }))
  const walked = compared.filter(({ count, pairs }) => count !== pairs)
  const found = yield walked.map(({ all, x, y, count }) =>
    walkAggregate(coveredOrders(all, { x, y }, WIDTHS), () => heldWalk(count, WIDTHS)),
  )
  return compared.map((column, k) => {
    const w = walked.indexOf(column)
    return chanceOfHeld(w < 0 ? held[k] : found[w], column.pairs)
  })
}

/** Numbers of a column: cells, their sum, and the sum of each width. After all columns: records, Σ d_i and Σ d_i² (`AgainstChance`). */
const OF_COLUMN = 2 + WIDTHS.length

function cellsAggregate(
  compared: readonly Compared[],
  mode: IntervalMode,
  chances: readonly CellByChance[],
  sdOf: (k: number) => number,
): Aggregate {
  const of = ({ original, masked, ranks = [], records }: Block): Totals => {
    const size = Math.min(original.rows, masked.rows)
    const totals = new Float64Array(compared.length * OF_COLUMN + 3)
    const sums = new Float64Array(size)
    const cells = new Int32Array(size)
    const differences = new Float64Array(size)
    compared.forEach(({ name, count }, k) => {
      const [x, y] = [numericValues(original, name), numericValues(masked, name)]
      const of = { mode, widths: WIDTHS, count, sd: sdOf(k) }
      const { inside, perWidth } = sharesOfBlock(x, y, ranks.slice(2 * k, 2 * k + 2), of)
      const own = totals.subarray(k * OF_COLUMN)
      const byChance = chances.at(k)?.mean ?? 0
      for (let r = 0; r < size; r++) {
        if (inside[r] !== inside[r]) continue
        own[0]++
        own[1] += inside[r]
        sums[r] += inside[r]
        cells[r]++
        differences[r] += inside[r] - byChance
      }
      own.set(perWidth, 2)
    })
    const ofRecords = totals.subarray(compared.length * OF_COLUMN)
    for (let r = 0; r < size; r++) {
      if (cells[r] === 0) continue
      ofRecords[0]++
      ofRecords[1] += differences[r]
      ofRecords[2] += differences[r] * differences[r]
      if (records) records[r] = (100 * sums[r]) / cells[r]
    }
    return totals
  }
  const orders = isRanked(mode) ? compared.flatMap(({ x, y }) => [x, y]) : undefined
  return { reads: 'pairs', of, merge: addedNumbers, saysRecords: true, ...(orders && { orders }) }
}
