import {
  SdcError,
  type CategoricalColumn,
  type Dataset,
  type Interval,
  type Measurement,
  type MeasureInput,
} from '@sdc/core'
import { log, sumOver } from '@sdc/stats'
import { knownPairs, leftOut, notUsed, table, unknownOrigin, unmeasured, withoutOrigin } from '@sdc/toolkit'
import { givenOf, matrixRows, priorShares, type GivenEntropy } from './given-levels.js'
import { entropyOf, estimatedPosterior, givenPosterior, type Posterior } from './posterior.js'

/** What of a record is added up: its entropy given what is seen, or what its own original would take to be told. */
export type LossOf = (posterior: Posterior) => Float64Array

/** A column with what it lost, record by record. */
interface ColumnLoss {
  readonly name: string
  /** H(V), in nats. */
  readonly prior: number
  /** By masked record, in nats; NaN where it counts for nothing. */
  readonly losses: Float64Array
}

/**
 * The loss of all categorical columns in percent of what they could tell: 100·Σ_c Σ_r loss_cr/Σ_c m_c·H(V_c), with m_c the cells
 * of column c that count.
 *
 * @param input - What the metric is handed.
 * @param metric - Its id, for errors.
 * @param lossOf - What is added up.
 * @param needsLink - Whether a record without a link counts for nothing even where the matrix is known.
 * @returns The measurement, with columns, records, an interval by the jackknife over records, and tables.
 */
export function measureEntropy(
  input: MeasureInput<GivenEntropy>,
  metric: string,
  lossOf: LossOf,
  needsLink: boolean,
): Measurement {
  const { masked, origin, params } = input
  refuseUnknownColumns(input, metric)
  const linked = knownPairs(origin).masked.length > 0
  const parts: ColumnLoss[] = []
  let numbers = 0
  let unlinked = 0
  input.columns.forEach((name, at) => {
    input.tick(at / input.columns.length)
    const x = input.original.column(name)
    const y = masked.column(name)
    if (x.kind !== 'categorical' || y.kind !== 'categorical') numbers++
    else if (!linked && (needsLink || !givenOf(params, name).matrix)) unlinked++
    else parts.push(columnLoss(input, metric, name, x, y, lossOf))
  })
  const counting = parts.filter(({ prior, losses }) => prior > 0 && losses.some((one) => one === one))
  const counts = leftOut({
    [notUsed.withoutOrigin]: withoutOrigin(origin),
    'columns of numbers': numbers,
    'columns with one category in the original': parts.filter(({ prior }) => prior === 0).length,
    'cells without an original category': sumOver(
      parts.length,
      (c) => parts[c].losses.filter((one) => one !== one).length,
    ),
  })
  const tables = new Map<string, Dataset>([['left-out', counts]])
  if (counting.length === 0) {
    if (unlinked > 0) return unmeasured(unknownOrigin, 0, tables)
    const reason =
      parts.length === 0
        ? 'no column has categories in both files'
        : 'no column has two categories in the original and a record to compare: there is nothing to lose'
    return unmeasured(reason, 0, tables)
  }
  const lost = new Float64Array(masked.rows)
  const whole = new Float64Array(masked.rows)
  for (const { prior, losses } of counting)
    for (let r = 0; r < lost.length; r++) {
      if (losses[r] !== losses[r]) continue
      lost[r] += losses[r]
      whole[r] += prior
    }
  tables.set('columns', columnTable(counting, params.logarithm))
  return {
    value: (100 * sumOver(lost.length, (r) => lost[r])) / sumOver(whole.length, (r) => whole[r]),
    used: counting.reduce((cells, { losses }) => cells + countOf(losses), 0),
    columns: new Map(
      input.columns.map((name): [string, number | null] => {
        const part = counting.find((one) => one.name === name)
        return [name, part ? (100 * sumOf(part.losses)) / (countOf(part.losses) * part.prior) : null]
      }),
    ),
    records: lost.map((one, r) => (whole[r] > 0 ? (100 * one) / whole[r] : Number.NaN)),
    ...jackknife(lost, whole),
    tables,
  }
}

function columnLoss(
  { original, masked, origin, params }: MeasureInput<GivenEntropy>,
  metric: string,
  name: string,
  x: CategoricalColumn,
  y: CategoricalColumn,
  lossOf: LossOf,
): ColumnLoss {
  const given = givenOf(params, name)
  // Categories that only the prior or the matrix has are in the population.
  const levels = [...new Set([...x.levels, ...Object.keys(given.prior ?? {}), ...Object.keys(given.matrix ?? {})])]
  const counts = new Float64Array(levels.length)
  for (let i = 0; i < original.rows; i++) if (x.codes[i] >= 0) counts[x.codes[i]]++
  const prior = priorShares(given.prior, levels, counts, metric, name)
  const placeOf = new Map(levels.map((level, i) => [level, i]))
  const pairs = {
    from: Int32Array.from(origin, (row) => (row < 0 ? -1 : x.codes[row])),
    to: y.codes,
    same: Int32Array.from(y.levels, (level) => placeOf.get(level) ?? -1),
    prior,
  }
  if (given.matrix === undefined) {
    const losses = lossOf(estimatedPosterior(pairs, params.estimate === 'coverage'))
    return { name, prior: entropyOf(prior), losses }
  }
  const posterior = givenPosterior(pairs, matrixRows(given.matrix, levels, prior, y.levels, metric, name))
  refuseImpossible(pairs, posterior, { metric, name, from: levels, to: y.levels })
  // A value that was missing before tells of no masking.
  const losses = lossOf(posterior).map((one, r) => (origin[r] >= 0 && x.codes[origin[r]] < 0 ? Number.NaN : one))
  return { name, prior: entropyOf(prior), losses: masked.rows === 0 ? new Float64Array(0) : losses }
}

/** A parameter for a column that is not measured would be ignored, and nobody would know. */
function refuseUnknownColumns({ columns, params }: MeasureInput<GivenEntropy>, metric: string): void {
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
function refuseImpossible(
  { from, to }: { readonly from: Int32Array; readonly to: Int32Array },
  { entropy, own }: Posterior,
  names: Named,
): void {
  const { metric, name } = names
  for (let r = 0; r < to.length; r++) {
    if (entropy[r] === entropy[r] && !(own[r] === 0)) continue
    const what = from[r] < 0 ? 'no category becomes' : `"${names.from[from[r]]}" never becomes`
    const message = `the matrix of column "${name}" says that ${what} "${names.to[to[r]]}", which masked record ${r + 1} has`
    const advice = 'It is not the matrix of this file: correct it, or leave it out to have it estimated.'
    throw new SdcError('BAD_PARAMETER', message, { metric, parameter: 'matrix', column: name, row: r + 1 }, advice)
  }
}

/** The value with a confidence of 95 %, from leaving out each record once. Cost: O(n). */
function jackknife(lost: Float64Array, whole: Float64Array): { readonly interval?: Interval } {
  const [top, bottom] = [sumOver(lost.length, (r) => lost[r]), sumOver(whole.length, (r) => whole[r])]
  const without = Float64Array.from(lost, (one, r) => (100 * (top - one)) / (bottom - whole[r])).filter(
    (one, r) => whole[r] > 0 && Number.isFinite(one),
  )
  const n = without.length
  if (n < 2) return {}
  const centre = sumOver(n, (r) => without[r]) / n
  const error = Math.sqrt(((n - 1) / n) * sumOver(n, (r) => (without[r] - centre) * (without[r] - centre)))
  const value = (100 * top) / bottom
  return { interval: { low: Math.max(0, value - Z * error), high: value + Z * error, by: 'jackknife' } }
}

/** The 97.5 % quantile of the normal distribution. */
const Z = 1.959963984540054

function columnTable(parts: readonly ColumnLoss[], logarithm: 'nats' | 'bits'): Dataset {
  const unit = logarithm === 'bits' ? 1 / log(2) : 1
  const numbers = (of: (part: ColumnLoss) => number): Float64Array => Float64Array.from(parts, of)
  return table({
    column: parts.map(({ name }) => name),
    cells: numbers(({ losses }) => countOf(losses)),
    [`sum, ${logarithm}`]: numbers(({ losses }) => unit * sumOf(losses)),
    [`a cell, ${logarithm}`]: numbers(({ losses }) => (unit * sumOf(losses)) / countOf(losses)),
    [`prior entropy, ${logarithm}`]: numbers(({ prior }) => unit * prior),
    percent: numbers(({ losses, prior }) => (100 * sumOf(losses)) / (countOf(losses) * prior)),
  })
}

const sumOf = (values: Float64Array): number => sumOver(values.length, (r) => (values[r] === values[r] ? values[r] : 0))

const countOf = (values: Float64Array): number => sumOver(values.length, (r) => (values[r] === values[r] ? 1 : 0))
