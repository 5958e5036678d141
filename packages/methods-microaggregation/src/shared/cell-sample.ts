import {
  BLOCK,
  blockStream,
  SdcError,
  seededRng,
  type BlockContext,
  type Cells,
  type Dataset,
  type PartsContext,
  type Pass,
  type Totals,
} from '@sdc/core'
import { cellTree, type CutColumn } from './cell-tree.js'

const SAMPLE = 'sample'
/** Records of a sample, at least: of 128 cells each has 512, which put a median within some percent of a cell. */
const ENOUGH = 65_536
/** Records of a sample in each cell, at least; and in each group that a cell must have room for. */
const IN_CELL = 256
const IN_GROUP = 4

/** What a method that masks cells is told of them. */
export interface CellParams {
  readonly k: number
  readonly inBlocks?: number | undefined
}

type Known = Pick<PartsContext<CellParams>, 'rows' | 'params'>

/** How many cells a file is to be cut into. */
const cellsWanted = ({ rows, params }: Known): number => Math.ceil(rows / (params.inBlocks ?? rows))

/** How many of so many records are in the sample. */
function sampled(known: Known, records: number): number {
  const many = Math.max(ENOUGH, cellsWanted(known) * Math.max(IN_CELL, IN_GROUP * known.params.k))
  return Math.min(records, Math.ceil((records * many) / known.rows))
}

/**
 * A reading that draws some records of every block; all where they are few. The draws are those of the block's number,
 * whatever the key of the run: what cells and groups a file has is no matter of chance.
 *
 * @param valuesOf - The columns of a block as cells see them.
 * @returns The reading; of every block equally many numbers, those of a record side by side, NaN where it has no more.
 */
export function samplePass<P extends CellParams>(
  valuesOf: (context: BlockContext<P>) => readonly Float64Array[],
): Pass<P> {
  return {
    name: SAMPLE,
    of(context) {
      const { block, rows } = context
      const columns = valuesOf(context)
      const sample = new Float64Array(sampled(context, Math.min(BLOCK, rows)) * columns.length).fill(Number.NaN)
      const records = block.end - block.first
      drawnRecords(records, sampled(context, records), block.index).forEach((record, at) => {
        for (let j = 0; j < columns.length; j++) sample[at * columns.length + j] = columns[j][record]
      })
      return sample
    },
    merge: joined,
  }
}

/** How many numbers of a buffer are in use: of those with room behind. */
const used = new WeakMap<ArrayBufferLike, number>()

/** Numbers, then others: behind them where there is room, so that the samples of all blocks are not copied at every one. */
function joined(total: Totals, own: Totals): Totals {
  const length = total.length + own.length
  const hasRoom = used.get(total.buffer) === total.length && 8 * length <= total.buffer.byteLength
  const all = hasRoom ? new Float64Array(total.buffer) : new Float64Array(2 * length)
  if (!hasRoom) all.set(total)
  all.set(own, total.length)
  used.set(all.buffer, length)
  return all.subarray(0, length)
}

/** The columns of the sample, once it is drawn. */
function sampleColumns({ columns, totals }: PartsContext<unknown>): readonly Float64Array[] {
  const sample = totals.get(SAMPLE) as Float64Array
  const width = columns.length
  return columns.map((_, j) =>
    Float64Array.from({ length: sample.length / width }, (_, at) => sample[at * width + j]).filter(
      (value) => value === value,
    ),
  )
}

/**
 * The cells of a file, once its sample is drawn.
 *
 * @param context - What is known of the file.
 * @param cuts - How each column is seen by cuts, in the order of the columns.
 * @param valuesOf - The columns of some records as they were sampled.
 * @returns What tells the cell of a record. As in a file that is masked whole, the order in which columns are named changes nothing.
 */
export function cutCells(
  context: PartsContext<CellParams>,
  cuts: readonly Omit<CutColumn, 'values'>[],
  valuesOf: (data: Dataset) => readonly Float64Array[],
): Cells {
  const places = placesByName(context.columns)
  const sample = sampleColumns(context)
  const columns = places.map((j) => ({ ...cuts[j], values: sample[j] }))
  const tree = cellTree(columns, cellsWanted(context), 2 * context.params.k)
  return {
    count: tree.count,
    of(data) {
      const values = valuesOf(data)
      return tree.cellsOf(places.map((j) => values[j]))
    },
  }
}

/**
 * Where the columns are, in the order of their names.
 *
 * @param columns - Their names.
 * @returns Numbers from 0: the first is the place of the column whose name comes first, by code unit.
 */
export function placesByName(columns: readonly string[]): readonly number[] {
  return Array.from(columns.keys()).sort((a, b) => (columns[a] < columns[b] ? -1 : 1))
}

/**
 * Refuses cells that have no room for two groups.
 *
 * @param method - The method's id, for the message.
 * @param params - The least records of a group, and the most of a cell.
 * @throws BAD_PARAMETER
 */
export function refuseNarrow(method: string, { k, inBlocks = Infinity }: CellParams): void {
  if (inBlocks >= 2 * k) return
  const message = `${method}: blocks of ${inBlocks} records have no room for two groups of k = ${k}`
  const fix = `Use an inBlocks of ${2 * k} or more; larger blocks lose less.`
  throw new SdcError('BAD_PARAMETER', message, { method, parameter: 'inBlocks' }, fix)
}

/** Some of so many records, each as likely as any other. */
function drawnRecords(records: number, many: number, block: number): Uint32Array {
  const all = Uint32Array.from({ length: records }, (_, i) => i)
  if (many === records) return all
  const rng = blockStream(seededRng('cells'), block)
  for (let i = 0; i < many; i++) {
    const j = i + rng.int(records - i)
    const held = all[i]
    all[i] = all[j]
    all[j] = held
  }
  return all.subarray(0, many)
}
