import {
  SdcError,
  type CategoricalColumn,
  type Column,
  type Dataset,
  type Interval,
  type MeasuredByBlocks,
  type Measurement,
  type MeasureInput,
  type NumericColumn,
  type Totals,
} from '@sdc/core'
import { log } from '@sdc/stats'
import {
  addedNumbers,
  countedCodes,
  countedRecords,
  leftOut,
  levelsOfBoth,
  measuredInParts,
  measureInMemory,
  mergedCounts,
  notUsed,
  type ReadBlock,
  type ReadFiles,
  type Reading,
  type Reads,
  table,
  tableReading,
  unknownOrigin,
  unmeasured,
} from '@sdc/toolkit'
import { givenOf, matrixRows, priorShares, type GivenEntropy } from './given-levels.js'
import { entropyOf, estimatedPosterior, givenPosterior, type Posterior } from './posterior.js'

/** What of a record is added up: its entropy given what is seen, or what its own original would take to be told. */
export type LossOf = (posterior: Posterior) => Float64Array

/** A column with what it lost, row by row of its different pairs of categories. */
interface ColumnLoss {
  readonly name: string
  /** H(V), in nats. */
  readonly prior: number
  /** By row, in nats; NaN where it counts for nothing. */
  readonly losses: Float64Array
  /** How many records each row is. */
  readonly counts: Float64Array
  /** The row of every record of a block. */
  rowsOf(block: ReadBlock): Int32Array
}

/** What of a record is added up, and of which records. */
export interface EntropyLoss {
  /** The metric's id, for errors. */
  readonly metric: string
  readonly lossOf: LossOf
  /** Whether a record without a link counts for nothing even where the matrix is known. */
  readonly needsLink: boolean
}

/**
 * The loss of all categorical columns in percent of what they could tell: 100·Σ_c Σ_r loss_cr/Σ_c m_c·H(V_c), with m_c the cells
 * of column c that count.
 *
 * @param input - What the metric is handed.
 * @param loss - What is added up.
 * @returns The measurement, with columns, records, an interval by the jackknife over records, and tables.
 */
export function measureEntropy(input: MeasureInput<GivenEntropy>, loss: EntropyLoss): Measurement {
  const all = Int32Array.from({ length: input.masked.rows }, (_, row) => row)
  const pairs = { masked: all, original: input.origin }
  return measureInMemory(input, (files) => readEntropy(files, loss, input.origin), pairs)
}

/**
 * The same of files in parts.
 *
 * @param loss - What is added up.
 * @returns The metric as blocks.
 */
export function entropyInParts(loss: EntropyLoss): MeasuredByBlocks<GivenEntropy> {
  return measuredInParts({
    readings: ['tables', 'sums', 'sums', 'sums'],
    read: (files) => readEntropy(files, loss),
    whole: ({ rows }) => (rows.pairs < rows.masked ? 'masked records have no original one' : undefined),
  })
}

/** A pair is a masked record with its original one; where `origin` has none, with nothing. */
function* readEntropy(files: ReadFiles<GivenEntropy>, loss: EntropyLoss, origin?: Int32Array): Reads<Measurement> {
  const { columns: names, original, masked, params, rows, unlinked: withoutOrigin } = files
  refuseUnknownColumns(files, loss.metric)
  const linked = rows.pairs > withoutOrigin
  const asked = names.map((name) => ({ name, x: original.column(name), y: masked.column(name) }))
  const categories = asked.flatMap(({ name, x, y }) =>
    x.kind === 'categorical' && y.kind === 'categorical' ? [{ name, x, y }] : [],
  )
  const measured = categories.filter(({ name }) => linked || (!loss.needsLink && givenOf(params, name).matrix))
  const parts = yield* readLosses(measured, files, loss, withoutOrigin > 0 ? origin : undefined)
  const counting = parts.filter(({ prior, losses }) => prior > 0 && losses.some((one) => one === one))
  const counts = leftOut({
    [notUsed.withoutOrigin]: withoutOrigin,
    'columns of numbers': names.length - categories.length,
    'columns with one category in the original': parts.filter(({ prior }) => prior === 0).length,
    'cells without an original category': parts.reduce((sum, part) => sum + rows.pairs - countOf(part), 0),
  })
  const tables = new Map<string, Dataset>([['left-out', counts]])
  if (counting.length === 0) {
    if (measured.length < categories.length) return unmeasured(unknownOrigin, 0, tables)
    const reason =
      parts.length === 0
        ? 'no column has categories in both files'
        : 'no column has two categories in the original and a record to compare: there is nothing to lose'
    return unmeasured(reason, 0, tables)
  }
  tables.set('columns', columnTable(counting, params.logarithm))
  const { value, interval } = yield* readJackknife(counting)
  return {
    value,
    used: counting.reduce((cells, part) => cells + countOf(part), 0),
    columns: new Map(
      names.map((name): [string, number | null] => {
        const part = counting.find((one) => one.name === name)
        return [name, part ? (100 * sumOf(part)) / (countOf(part) * part.prior) : null]
      }),
    ),
    ...(interval && { interval }),
    tables,
  }
}

/** A column that has categories in both files. */
interface CategoryColumn {
  readonly name: string
  readonly x: CategoricalColumn
  readonly y: CategoricalColumn
}

/** Counts the pairs of categories of all columns at once, and says what each pair has lost. */
function* readLosses(
  columns: readonly CategoryColumn[],
  { params }: ReadFiles<GivenEntropy>,
  loss: EntropyLoss,
  origin: Int32Array | undefined,
): Reads<readonly ColumnLoss[]> {
  const unlinked = (block: ReadBlock): readonly Column[] => {
    if (origin === undefined) return []
    const flags = Float64Array.from({ length: block.masked.rows }, (_, i) => (origin[block.first + i] < 0 ? 1 : 0))
    return [{ kind: 'numeric', values: flags }]
  }
  const totals = yield [
    ...columns.map(({ name }) =>
      tableReading('pairs', (block) => [block.original.column(name), block.masked.column(name), ...unlinked(block)]),
    ),
    ...columns.map(({ name, x }) => countReading(name, x.levels.length)),
  ]
  return columns.map((column, c) => {
    const { columns: values, counts, firsts } = countedRecords(totals[c])
    const [from, to] = values.map((codes) => codes.map((code) => (code === code ? code : -1)))
    const isUnlinked = values.length > 2 ? values[2] : new Float64Array(counts.length)
    const pairs = { from: Int32Array.from(from), to: Int32Array.from(to), counts, firsts, isUnlinked }
    const { prior, losses } = columnLoss(column, pairs, totals[columns.length + c], params, loss)
    const rowOf = rowsOfPairs(pairs, column)
    const rowsOf = (block: ReadBlock): Int32Array => {
      const [x, y] = [block.original, block.masked].map((data) => data.column(column.name) as CategoricalColumn)
      const [flags] = unlinked(block) as NumericColumn[]
      return y.codes.map((code, i) => rowOf(x.codes[i], code, flags === undefined ? 0 : flags.values[i]))
    }
    return { name: column.name, prior, losses, counts, rowsOf }
  })
}

/** How often each category is there in the original. */
function countReading(name: string, levels: number): Reading {
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
  /** The original's code, −1 where it is missing or not known. */
  readonly from: Int32Array
  /** The masked one's, −1 where it is missing. */
  readonly to: Int32Array
  /** 1 where the original record is not known. */
  readonly isUnlinked: Float64Array
  readonly counts: Float64Array
  /** The first record with the pair. */
  readonly firsts: Float64Array
}

/** Pairs have a place each up to this many. */
const SMALL_TABLE = 1 << 22

/** The row of a pair. */
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
  // A value that was missing before tells of no masking.
  const losses = lossOf(posterior).map((one, row) =>
    rows.isUnlinked[row] === 0 && rows.from[row] < 0 ? Number.NaN : one,
  )
  return { prior: entropyOf(prior), losses }
}

/** A parameter for a column that is not measured would be ignored, and nobody would know. */
function refuseUnknownColumns({ columns, params }: ReadFiles<GivenEntropy>, metric: string): void {
  for (const parameter of ['matrix', 'prior'] as const) {
    const name = Object.keys(params[parameter]).find((one) => !columns.includes(one))
    if (name === undefined) continue
    const message = `${parameter} names column "${name}", which is not measured`
    throw new SdcError(
      'BAD_PARAMETER',
      message,
      { metric, parameter, column: name },
      `The columns are ${columns.join(', ')}.`,
    )
  }
}

interface Named {
  readonly metric: string
  readonly name: string
  readonly from: readonly string[]
  readonly to: readonly string[]
}

/** A record that the matrix says cannot be. */
function refuseImpossible({ from, to, firsts }: CountedPairs, { entropy, own }: Posterior, names: Named): void {
  const { metric, name } = names
  for (let row = 0; row < to.length; row++) {
    if (entropy[row] === entropy[row] && !(own[row] === 0)) continue
    const what = from[row] < 0 ? 'no category becomes' : `"${names.from[from[row]]}" never becomes`
    const record = firsts[row] + 1
    const message = `the matrix of column "${name}" says that ${what} "${names.to[to[row]]}", which masked record ${record} has`
    const advice = 'It is not the matrix of this file: correct it, or leave it out to have it estimated.'
    throw new SdcError('BAD_PARAMETER', message, { metric, parameter: 'matrix', column: name, row: record }, advice)
  }
}

/** What the records of a block have lost over all columns, and what they could. */
function lossesOf(parts: readonly ColumnLoss[], block: ReadBlock): { lost: Float64Array; whole: Float64Array } {
  const lost = new Float64Array(block.masked.rows)
  const whole = new Float64Array(block.masked.rows)
  for (const { prior, losses, rowsOf } of parts) {
    const rows = rowsOf(block)
    for (let r = 0; r < lost.length; r++) {
      const one = losses[rows[r]]
      if (one !== one) continue
      lost[r] += one
      whole[r] += prior
    }
  }
  return { lost, whole }
}

/** The value in percent with a confidence of 95 %, from leaving out each record once: three readings. */
function* readJackknife(parts: readonly ColumnLoss[]): Reads<{ readonly value: number; readonly interval?: Interval }> {
  const [sums] = yield [
    {
      reads: 'pairs',
      saysRecords: true,
      of(block) {
        const { lost, whole } = lossesOf(parts, block)
        lost.forEach((one, r) => {
          if (block.records && whole[r] > 0) block.records[r] = (100 * one) / whole[r]
        })
        return Float64Array.of(plainSum(lost), plainSum(whole))
      },
      merge: addedNumbers,
    },
  ]
  const [top, bottom] = sums
  const value = (100 * top) / bottom
  /** What the value is without each record that counts. */
  const without = (block: ReadBlock): Float64Array => {
    const { lost, whole } = lossesOf(parts, block)
    return lost
      .map((one, r) => (whole[r] > 0 ? (100 * (top - one)) / (bottom - whole[r]) : Number.NaN))
      .filter((one) => Number.isFinite(one))
  }
  const [means] = yield [
    {
      reads: 'pairs',
      of(block) {
        const own = without(block)
        return Float64Array.of(own.length, plainSum(own))
      },
      merge: addedNumbers,
    },
  ]
  const [n, total] = means
  if (n < 2) return { value }
  const centre = total / n
  const [squares] = yield [
    {
      reads: 'pairs',
      of: (block) => Float64Array.of(plainSum(without(block).map((one) => (one - centre) * (one - centre)))),
      merge: addedNumbers,
    },
  ]
  const error = Math.sqrt(((n - 1) / n) * squares[0])
  return { value, interval: { low: Math.max(0, value - Z * error), high: value + Z * error, by: 'jackknife' } }
}

/** Of a block. */
const plainSum = (values: Float64Array): number => {
  let sum = 0
  for (let i = 0; i < values.length; i++) sum += values[i]
  return sum
}

/** The 97.5 % quantile of the normal distribution. */
const Z = 1.959963984540054

function columnTable(parts: readonly ColumnLoss[], logarithm: 'nats' | 'bits'): Dataset {
  const unit = logarithm === 'bits' ? 1 / log(2) : 1
  const numbers = (of: (part: ColumnLoss) => number): Float64Array => Float64Array.from(parts, of)
  return table({
    column: parts.map(({ name }) => name),
    cells: numbers(countOf),
    [`sum, ${logarithm}`]: numbers((part) => unit * sumOf(part)),
    [`a cell, ${logarithm}`]: numbers((part) => (unit * sumOf(part)) / countOf(part)),
    [`prior entropy, ${logarithm}`]: numbers(({ prior }) => unit * prior),
    percent: numbers((part) => (100 * sumOf(part)) / (countOf(part) * part.prior)),
  })
}

const sumOf = ({ losses, counts }: ColumnLoss): number =>
  losses.reduce((sum, one, row) => (one === one ? sum + counts[row] * one : sum), 0)

const countOf = ({ losses, counts }: ColumnLoss): number =>
  losses.reduce((count, one, row) => (one === one ? count + counts[row] : count), 0)
