import { BLOCK, blockStream, seededRng, type BlockContext, type PartsContext, type Pass } from '@sdc/core'

const SAMPLE = 'sample'
/** Records of a sample, at least: of 128 cells each has 512, which put a median within some percent of a cell. */
const ENOUGH = 65_536
/** Records of a sample in each cell, at least; and in each group that a cell must have room for. */
const IN_CELL = 64
const IN_GROUP = 4

/** What a method that masks cells is told of them. */
export interface CellParams {
  readonly k: number
  readonly inBlocks?: number | undefined
}

type Known = Pick<PartsContext<CellParams>, 'rows' | 'params'>

/** How many cells a file is to be cut into. */
export const cellsWanted = ({ rows, params }: Known): number => Math.ceil(rows / (params.inBlocks ?? rows))

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
    merge(total, own) {
      const both = new Float64Array(total.length + own.length)
      both.set(total)
      both.set(own, total.length)
      return both
    },
  }
}

/** The columns of the sample, once it is drawn. */
export function sampleColumns({ columns, totals }: PartsContext<unknown>): readonly Float64Array[] {
  const sample = totals.get(SAMPLE) as Float64Array
  const width = columns.length
  return columns.map((_, j) =>
    Float64Array.from({ length: sample.length / width }, (_, at) => sample[at * width + j]).filter(
      (value) => value === value,
    ),
  )
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
