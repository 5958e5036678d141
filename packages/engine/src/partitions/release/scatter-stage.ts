/** First stage of a release: every partition puts its records into the buckets of the new order. */
import { isMissing, withColumns, type Column, type Totals, type RecordTexts, type Sink } from '@sdc/core'
import { farthestUnchanged, nearlyEqual } from '../../release/unchanged-cells.js'
import { largestOfColumn } from '../../release/largest-sentence.js'
import { LARGEST_TOTALS, mergedLargest } from '@sdc/toolkit/internal'
import type { ColumnFacts } from '../columns/column-facts.js'
import { countNegative } from '../../measure/new-negatives.js'
import { countChanged, finishedBlocks, type FinishedColumn, type MaskedColumn } from '../steps/finished-blocks.js'
import { readFacts } from '../steps/read-stages.js'
import { resultsOf, type Stage, type StageContext } from '../tasks/stage.js'
import { emptyCells, heldCells, heldTexts, type Cells, type PackedRecords } from './packed-records.js'
import { bucketOf, bucketsOf, orderNumbers, releasedNames, type PartsRelease } from './released.js'
import { recordsOfPart } from '../columns/records-of-parts.js'
import { countsOfIds, numbersOfBlock } from './ids-stage.js'

const SCATTER = 'release/scatter'

export const scatteredName = (part: number): string => `release/records/${part}`
export const lineEndsName = (block: number): string => `release/line-ends/${block}`

/** Counts of a masked column. */
const FIELDS = ['changed', 'moved', 'coded', 'gone', 'near', 'values', 'negative'] as const

/** Counts of a masked column over the whole file. */
export interface ReleasedCounts {
  /** Number of values that differ from the original's. */
  readonly changed: number
  /** Number of values brought within bounds. */
  readonly moved: number
  /** Number of values that equalled a code for a missing value. */
  readonly coded: number
  /** Number of values that became missing. */
  readonly gone: number
  /** Number of values that moved no farther than any that counts as unchanged, of those that are not missing. */
  readonly near: number
  readonly values: number
  /** Number of negative values. */
  readonly negative: number
  /** Totals of its largest values; NaN for categories. */
  readonly largest: Totals
}

/** Numbers of records and bytes that a partition put into each bucket. */
export interface Scattered {
  readonly counts: Float64Array
  readonly bytes: Float64Array
}

/**
 * Makes the stage that scatters the records of every partition.
 *
 * @param release - Settings of the release.
 * @param masked - The masked columns.
 * @param used - Columns that steps use.
 * @param sink - Writer of the file.
 * @returns The stage.
 */
export function scatterStage(
  release: PartsRelease,
  masked: readonly MaskedColumn[],
  used: readonly string[],
  { texts }: Sink,
): Stage {
  return {
    name: SCATTER,
    tasks: ({ parts }) => Promise.resolve(parts.length),
    async run(around, part) {
      const facts = await readFacts(around, used)
      const names = releasedNames(around, release)
      const idCounts = await countsOfIds(around, release)
      const { first, end } = recordsOfPart(around, part)
      const numbers = new Float64Array(end - first)
      const cells = texts === undefined ? names.map((name) => emptyCells(around.source, name, end - first)) : []
      const written: RecordTexts[] = []
      const counts = new Float64Array(masked.length * FIELDS.length)
      const largest = masked.map((): Totals => new Float64Array(LARGEST_TOTALS).fill(Number.NaN))
      for await (const { block, data: read, made } of finishedBlocks(around, masked, around.parts[part], names)) {
        const at = block.first - first
        const numbered = new Map<string, Column>()
        for (const [name, count] of idCounts)
          numbered.set(name, await numbersOfBlock(around, release, name, block.index, count))
        const data = withColumns(read, numbered)
        orderNumbers(release.order, block.index, numbers.subarray(at, at + data.rows))
        for (const [m, finished] of made.entries()) {
          const { before, after } = finished
          const own = countsOf(finished, facts.get(masked[m].name))
          for (const [f, count] of own.entries()) counts[m * FIELDS.length + f] += count
          const totals = largestOfColumn(before, after)
          if (totals) largest[m] = mergedLargest(largest[m], totals)
        }
        if (texts === undefined) {
          for (const [c, name] of names.entries()) cells[c].set(cellsOf(data.column(name)), at)
          continue
        }
        const own = texts.of(block, data)
        written.push(own)
        await around.store.put(lineEndsName(block.index), [own.lineEnds])
      }
      const held = texts === undefined ? heldCells(numbers, cells) : heldTexts(numbers, written)
      const { counts: records, bytes } = await putScattered(around, part, held)
      return Float64Array.from([...records, ...bytes, ...counts, ...largest.flatMap((own) => [...own])])
    },
  }
}

/** Stores the records of a partition, one bucket after the other. */
async function putScattered(around: StageContext, part: number, held: PackedRecords): Promise<Scattered> {
  const buckets = bucketsOf(around)
  const { numbers } = held
  const ends = new Uint32Array(buckets + 1)
  for (const number of numbers) ends[bucketOf(number, buckets) + 1]++
  for (let b = 0; b < buckets; b++) ends[b + 1] += ends[b]
  const rows = new Uint32Array(numbers.length)
  const next = ends.slice()
  for (let r = 0; r < numbers.length; r++) rows[next[bucketOf(numbers[r], buckets)]++] = r
  const counts = new Float64Array(buckets)
  const bytes = new Float64Array(buckets)
  function* pieces(): Generator<Uint8Array, void> {
    for (let b = 0; b < buckets; b++) {
      const piece = held.pack(rows.subarray(ends[b], ends[b + 1]))
      counts[b] = ends[b + 1] - ends[b]
      bytes[b] = piece.length
      yield piece
    }
  }
  await around.store.put(scatteredName(part), pieces())
  return { counts, bytes }
}

const cellsOf = (column: Column): Cells => (column.kind === 'numeric' ? column.values : column.codes)

/** Counts of a block of a column, in the order of the fields. */
function countsOf({ before, after, moved, coded }: FinishedColumn, facts: ColumnFacts | undefined): readonly number[] {
  let gone = 0
  let values = 0
  const rows = cellsOf(before).length
  for (let i = 0; i < rows; i++) {
    if (isMissing(before, i)) continue
    values++
    if (isMissing(after, i)) gone++
  }
  const changed = countChanged(before, after)
  return [
    changed,
    moved,
    coded,
    gone,
    nearOf(before, after, facts),
    values,
    after.kind === 'numeric' ? countNegative(after.values) : 0,
  ]
}

function nearOf(before: Column, after: Column, facts: ColumnFacts | undefined): number {
  if (before.kind === 'numeric' && after.kind === 'numeric' && facts !== undefined)
    return nearlyEqual(before.values, after.values, farthestUnchanged(facts.min, facts.max))
  if (before.kind === 'numeric' || after.kind === 'numeric' || before.levels !== after.levels) return 0
  let near = 0
  for (let i = 0; i < before.codes.length; i++) if (before.codes[i] >= 0 && before.codes[i] === after.codes[i]) near++
  return near
}

/** Numbers of records and bytes that each partition put into each bucket. */
export async function scatteredOf(around: StageContext): Promise<readonly Scattered[]> {
  const buckets = bucketsOf(around)
  const results = await resultsOf(around, SCATTER, around.parts.length)
  return results.map((own) => ({ counts: own.slice(0, buckets), bytes: own.slice(buckets, 2 * buckets) }))
}

/** Counts of the masked columns over the whole file. */
export async function releasedCounts(
  around: StageContext,
  masked: readonly MaskedColumn[],
): Promise<ReadonlyMap<string, ReleasedCounts>> {
  const buckets = bucketsOf(around)
  const results = await resultsOf(around, SCATTER, around.parts.length)
  const largestFrom = 2 * buckets + masked.length * FIELDS.length
  return new Map(
    masked.map(({ name }, m) => {
      const total = (field: (typeof FIELDS)[number]): number =>
        results.reduce((sum, own) => sum + own[2 * buckets + m * FIELDS.length + FIELDS.indexOf(field)], 0)
      return [
        name,
        {
          changed: total('changed'),
          moved: total('moved'),
          coded: total('coded'),
          gone: total('gone'),
          near: total('near'),
          values: total('values'),
          negative: total('negative'),
          largest: results
            .map((own) => own.subarray(largestFrom + m * LARGEST_TOTALS, largestFrom + (m + 1) * LARGEST_TOTALS))
            .reduce(mergedLargest),
        },
      ]
    }),
  )
}
