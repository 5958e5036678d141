import { isMissing, type Dataset, type Rng, type Sample } from '@sdc/core'
import { candidateBlocks } from '../search/candidate-blocks.js'
import { MOST_ASSIGNED } from '../search/one-to-one.js'

/** Largest number of compared pairs, half a minute's work; for more a sample of the blocks is drawn. */
const MOST_PAIRS = 25e6
/** Cost of a block in addition to its pairs, in pairs. */
const BLOCK_PAIRS = 500

/** Indices among the masked records, and among the original ones to compare them with. */
export interface PrlBlock {
  readonly masked: Int32Array
  readonly originals: Int32Array
}

/** Compared blocks. */
export interface PrlBlocks {
  readonly drawn: readonly PrlBlock[]
  /** Total number of blocks. */
  readonly of: number
}

/**
 * Returns blocks of equal values of some columns, or a simple random sample of them; one block without columns.
 *
 * Blocks are sorted by their values, so the order of the records does not affect the sample.
 *
 * @param original - The original, and its compared rows.
 * @param masked - The masked file, likewise.
 * @param names - The columns.
 * @param rng - Random stream for the sample.
 * @param most - Largest number of compared pairs.
 * @returns Blocks with a masked record; or the reason why there is no linkage.
 */
export function prlBlocks(
  original: { readonly data: Dataset; readonly rows: Int32Array },
  masked: { readonly data: Dataset; readonly rows: Int32Array },
  names: readonly string[],
  rng: Rng,
  most = MOST_PAIRS,
): PrlBlocks | string {
  const all = candidateBlocks(masked.data, masked.rows, original.data, original.rows, names).map(
    ({ targets, candidates }) => ({ masked: targets, originals: candidates }),
  )
  const largest = all.reduce((size, block) => Math.max(size, block.masked.length, block.originals.length), 0)
  const work = all.reduce((sum, block) => sum + block.masked.length * block.originals.length + BLOCK_PAIRS, 0)
  // A sample has an error from two blocks on, so at least two must be affordable.
  const limit = Math.min(MOST_ASSIGNED, work <= most ? MOST_ASSIGNED : Math.floor(Math.sqrt(most / 2)))
  if (largest > (names.length === 0 ? MOST_ASSIGNED : limit)) return tooMany(largest, limit, names)
  const labels = all.map((block) => labelOf(masked.data, masked.rows[block.masked[0]], names))
  const inOrder = [...all.keys()].sort((a, b) => (labels[a] < labels[b] ? -1 : labels[a] > labels[b] ? 1 : 0))
  const count = work <= most ? all.length : Math.max(2, Math.floor((most / work) * all.length))
  if (count >= all.length) return { drawn: inOrder.map((at) => all[at]), of: all.length }
  const chosen = rng.permutation(all.length).subarray(0, count).sort()
  return { drawn: Array.from(chosen, (place) => all[inOrder[place]]), of: all.length }
}

function tooMany(records: number, limit: number, names: readonly string[]): string {
  const why = 'a one-to-one linkage compares all pairs of records'
  return names.length === 0
    ? `${why}, up to ${MOST_ASSIGNED} records; there are ${records}. Name unmasked columns of both files (blocks) to ` +
        'compare records within groups of equal values. A sample of the records would have fewer candidates and ' +
        'overstate the risk'
    : `${why}, up to ${limit} records at a time in a file of this size; a block of equal values of ${names.join(', ')} ` +
        `has ${records}. Name more columns (blocks)`
}

function labelOf(data: Dataset, row: number, names: readonly string[]): string {
  return JSON.stringify(
    names.map((name) => {
      const column = data.column(name)
      if (isMissing(column, row)) return null
      return column.kind === 'numeric' ? column.values[row] : column.levels[column.codes[row]]
    }),
  )
}

/**
 * Returns the standard error of the share in a random sample of blocks: a ratio of two sums over blocks.
 *
 * √((1 − k/K)·Σe²/(k(k − 1)))/ā with e_b = found_b − (Σfound/Σattacked)·attacked_b and ā the mean of attacked_b.
 *
 * @param of - Number of blocks and of attacked records.
 * @param found - Found records in each of the k drawn blocks.
 * @param attacked - Attacked records in each.
 * @returns In percent; undefined if all blocks were drawn.
 */
export function blockSample(
  of: { readonly blocks: number; readonly records: number },
  found: Float64Array,
  attacked: Float64Array,
): Sample | undefined {
  const k = found.length
  if (k >= of.blocks) return undefined
  const drawn = attacked.reduce((sum, one) => sum + one, 0)
  const share = found.reduce((sum, one) => sum + one, 0) / drawn
  let squares = 0
  for (let b = 0; b < k; b++) {
    const rest = found[b] - share * attacked[b]
    squares += rest * rest
  }
  const error = Math.sqrt(((1 - k / of.blocks) * squares) / (k * (k - 1)))
  return { of: of.records, drawn, standardError: (100 * error) / (drawn / k) }
}
