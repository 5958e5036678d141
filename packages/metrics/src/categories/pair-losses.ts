import {
  SdcError,
  type CategoricalColumn,
  type Column,
  type NumericColumn,
  type Totals,
  type Aggregate,
  type Block,
  type MeasureFacts,
  type Plan,
} from '@sdc/core'
import { levelsOfBoth } from '@sdc/toolkit'
import { countedCodes, countedRecords, mergedCounts, tableAggregate } from '@sdc/toolkit/internal'
import { givenOf, matrixRows, priorShares, type GivenEntropy } from './given-levels.js'
import { entropyOf, estimatedPosterior, givenPosterior, type Posterior } from './posterior.js'

/** Summand of a record: its entropy given the masked value, or the information needed to recover its own original. */
export type LossOf = (posterior: Posterior) => Float64Array

/** Column with its losses, by row of its different pairs of categories. */
export interface ColumnLoss {
  readonly name: string
  /** H(V), in nats. */
  readonly prior: number
  /** Loss by row, in nats; NaN for a row that does not count. */
  readonly losses: Float64Array
  /** Number of records in each row. */
  readonly counts: Float64Array
  /** Returns the row of every record of a block. */
  rowsOf(block: Block): Int32Array
}

/** Summand of a record, and the records that count. */
export interface EntropyLoss {
  /** Id of the metric, for errors. */
  readonly metric: string
  readonly lossOf: LossOf
  /** True if a record without a link never counts, even with a known matrix. */
  readonly needsLink: boolean
}

/** A column that is categorical in both files. */
interface CategoryColumn {
  readonly name: string
  readonly x: CategoricalColumn
  readonly y: CategoricalColumn
}

/**
 * Counts the pairs of categories of all columns at once, and returns the loss of each pair.
 *
 * @param columns - The columns.
 * @param files - The files, with the user's input for columns.
 * @param loss - Loss to add up.
 * @param origin - Original record of each masked one, if some have none.
 * @returns One loss per column.
 * @throws BAD_PARAMETER for a record with probability 0 under a given matrix.
 */
export function* readLosses(
  columns: readonly CategoryColumn[],
  { params }: MeasureFacts<GivenEntropy>,
  loss: EntropyLoss,
  origin: Int32Array | undefined,
): Plan<readonly ColumnLoss[]> {
  const unlinked = (block: Block): readonly Column[] => {
    if (origin === undefined) return []
    const flags = Float64Array.from({ length: block.masked.rows }, (_, i) => (origin[block.first + i] < 0 ? 1 : 0))
    return [{ kind: 'numeric', values: flags }]
  }
  const totals = yield [
    ...columns.map(({ name }) =>
      tableAggregate('pairs', (block) => [block.original.column(name), block.masked.column(name), ...unlinked(block)]),
    ),
    ...columns.map(({ name, x }) => countAggregate(name, x.levels.length)),
  ]
  return columns.map((column, c) => {
    const { columns: values, counts, firsts } = countedRecords(totals[c])
    const [from, to] = values.map((codes) => codes.map((code) => (code === code ? code : -1)))
    const isUnlinked = values.length > 2 ? values[2] : new Float64Array(counts.length)
    const pairs = { from: Int32Array.from(from), to: Int32Array.from(to), counts, firsts, isUnlinked }
    const { prior, losses } = columnLoss(column, pairs, totals[columns.length + c], params, loss)
    const rowOf = rowsOfPairs(pairs, column)
    const rowsOf = (block: Block): Int32Array => {
      const [x, y] = [block.original, block.masked].map((data) => data.column(column.name) as CategoricalColumn)
      const [flags] = unlinked(block) as NumericColumn[]
      return y.codes.map((code, i) => rowOf(x.codes[i], code, flags === undefined ? 0 : flags.values[i]))
    }
    return { name: column.name, prior, losses, counts, rowsOf }
  })
}

/** Counts the records of each category in the original. */
function countAggregate(name: string, levels: number): Aggregate {
  return {
    reads: 'original',
    of({ original }) {
      const { codes } = original.column(name) as CategoricalColumn
      return countedCodes(
        Float64Array.from(codes, (code) => code + 1),
        levels + 1,
      )
    },
    merge: mergedCounts,
    isTable: true,
  }
}

/** Different pairs of categories. */
interface CountedPairs {
  /** Code of the original, −1 if missing or unknown. */
  readonly from: Int32Array
  /** Code of the masked value, −1 if missing. */
  readonly to: Int32Array
  /** 1 if the original record is unknown. */
  readonly isUnlinked: Float64Array
  readonly counts: Float64Array
  /** First record with the pair. */
  readonly firsts: Float64Array
}

/** Largest number of pairs that have a place each in a table. */
const SMALL_TABLE = 1 << 22

/** Returns the row of a pair. */
function rowsOfPairs(
  { from, to, isUnlinked }: CountedPairs,
  { x, y }: CategoryColumn,
): (from: number, to: number, unlinked: number) => number {
  const width = y.levels.length + 1
  const size = 2 * (x.levels.length + 1) * width
  const keyOf = (i: number, j: number, unlinked: number): number => ((i + 1) * width + j + 1) * 2 + unlinked
  if (size <= SMALL_TABLE) {
    const rows = new Int32Array(size)
    from.forEach((i, row) => (rows[keyOf(i, to[row], isUnlinked[row])] = row))
    return (i, j, unlinked) => rows[keyOf(i, j, unlinked)]
  }
  const rows = new Map<number, number>()
  from.forEach((i, row) => rows.set(keyOf(i, to[row], isUnlinked[row]), row))
  return (i, j, unlinked) => rows.get(keyOf(i, j, unlinked)) ?? -1
}

function columnLoss(
  { name, x, y }: CategoryColumn,
  rows: CountedPairs,
  originals: Totals,
  params: GivenEntropy,
  { metric, lossOf }: EntropyLoss,
): { readonly prior: number; readonly losses: Float64Array } {
  const given = givenOf(params, name)
  // Categories that only the prior or the matrix has are in the population.
  const { levels } = levelsOfBoth(x.levels, [
    ...new Set([given.prior, given.matrix].flatMap((one) => Object.keys(one ?? {}))),
  ])
  const counts = new Float64Array(levels.length)
  for (let at = 0; at < originals.length; at += 2) if (originals[at] > 0) counts[originals[at] - 1] = originals[at + 1]
  const prior = priorShares(given.prior, levels, counts, metric, name)
  const same = levelsOfBoth(levels, y.levels).codes.map((code) => (code < levels.length ? code : -1))
  const pairs = { counts: rows.counts, from: rows.from, to: rows.to, same, prior }
  if (given.matrix === undefined) {
    const losses = lossOf(estimatedPosterior(pairs, params.estimate === 'coverage'))
    return { prior: entropyOf(prior), losses }
  }
  const posterior = givenPosterior(pairs, matrixRows(given.matrix, levels, prior, y.levels, metric, name))
  refuseImpossible(rows, posterior, { metric, name, from: levels, to: y.levels })
  // A value that was missing before has no loss.
  const losses = lossOf(posterior).map((one, row) =>
    rows.isUnlinked[row] === 0 && rows.from[row] < 0 ? Number.NaN : one,
  )
  return { prior: entropyOf(prior), losses }
}

interface Named {
  readonly metric: string
  readonly name: string
  readonly from: readonly string[]
  readonly to: readonly string[]
}

/** Refuses a record with probability 0 under the matrix. */
function refuseImpossible({ from, to, firsts }: CountedPairs, { entropy, own }: Posterior, names: Named): void {
  const { metric, name } = names
  for (let row = 0; row < to.length; row++) {
    if (entropy[row] === entropy[row] && !(own[row] === 0)) continue
    const what = from[row] < 0 ? 'no category becomes' : `"${names.from[from[row]]}" never becomes`
    const record = firsts[row] + 1
    const message = `by the matrix of column "${name}", ${what} "${names.to[to[row]]}", but masked record ${record} has it`
    const fix = 'Correct the matrix, or omit it to have it estimated.'
    throw new SdcError('BAD_PARAMETER', message, { metric, parameter: 'matrix', column: name, row: record }, fix)
  }
}
