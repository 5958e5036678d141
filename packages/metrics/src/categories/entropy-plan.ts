import {
  SdcError,
  type Dataset,
  type Measurement,
  type MeasureInput,
  type Metric,
  type Block,
  type MeasureFacts,
  type Plan,
} from '@sdc/core'
import { log } from '@sdc/stats'
import { leftOut, notUsed, table, unknownOrigin, unmeasured, withoutOrigin } from '@sdc/toolkit'
import { addedNumbers, measurePairs } from '@sdc/toolkit/internal'
import { givenOf, type GivenEntropy } from './given-levels.js'
import { readLosses, type ColumnLoss, type EntropyLoss } from './pair-losses.js'

/**
 * Plan of a loss of all categorical columns as percent of their information: 100·Σ_c Σ_r loss_cr/Σ_c m_c·H(V_c), with
 * m_c the counted cells of column c.
 *
 * @param loss - Loss to add up.
 * @returns The plan, which ends with columns, records and tables.
 */
export function entropyPlan(loss: EntropyLoss): Metric<GivenEntropy>['plan'] {
  return (facts) =>
    facts.rows.pairs < facts.rows.masked
      ? { form: 'file', why: UNLINKED, measure: (input) => measureUnlinked(input, loss) }
      : readEntropy(facts, loss)
}

const UNLINKED = 'masked records without an original one'

/** Pairs every masked record with its original; records without an origin have no partner. */
function measureUnlinked(input: MeasureInput<GivenEntropy>, loss: EntropyLoss): Measurement {
  const all = Int32Array.from({ length: input.masked.rows }, (_, row) => row)
  const pairs = { masked: all, original: input.origin }
  return measurePairs((facts) => readEntropy(facts, loss, input.origin), input, pairs)
}

function* readEntropy(facts: MeasureFacts<GivenEntropy>, loss: EntropyLoss, origin?: Int32Array): Plan<Measurement> {
  const { columns: names, original, masked, params, rows } = facts
  refuseUnknownColumns(facts, loss.metric)
  const unlinked = origin ? withoutOrigin(origin) : 0
  const linked = rows.pairs > unlinked
  const asked = names.map((name) => ({ name, x: original.column(name), y: masked.column(name) }))
  const categories = asked.flatMap(({ name, x, y }) =>
    x.kind === 'categorical' && y.kind === 'categorical' ? [{ name, x, y }] : [],
  )
  const measured = categories.filter(({ name }) => linked || (!loss.needsLink && givenOf(params, name).matrix))
  const parts = yield* readLosses(measured, facts, loss, origin)
  const counting = parts.filter(({ prior, losses }) => prior > 0 && losses.some((one) => one === one))
  const counts = leftOut({
    [notUsed.withoutOrigin]: unlinked,
    'numeric columns': names.length - categories.length,
    'columns with one category in the original': parts.filter(({ prior }) => prior === 0).length,
    'cells without an original category': parts.reduce((sum, part) => sum + rows.pairs - countOf(part), 0),
  })
  const tables = new Map<string, Dataset>([['left-out', counts]])
  if (counting.length === 0) {
    if (measured.length < categories.length) return unmeasured(unknownOrigin(), 0, tables)
    const reason =
      parts.length === 0
        ? 'no column has categories in both files'
        : 'no column has two categories in the original and a record to compare'
    return unmeasured(reason, 0, tables)
  }
  tables.set('columns', columnTable(counting, params.logarithm))
  const value = yield* readValue(counting)
  return {
    value,
    used: counting.reduce((cells, part) => cells + countOf(part), 0),
    columns: new Map(
      names.map((name): [string, number | null] => {
        const part = counting.find((one) => one.name === name)
        return [name, part ? (100 * sumOf(part)) / (countOf(part) * part.prior) : null]
      }),
    ),
    tables,
  }
}

/** Refuses a parameter for a column that is not measured, because it would have no effect. */
function refuseUnknownColumns({ columns, params }: MeasureFacts<GivenEntropy>, metric: string): void {
  for (const parameter of ['matrix', 'prior'] as const) {
    const name = Object.keys(params[parameter]).find((one) => !columns.includes(one))
    if (name === undefined) continue
    const message = `${parameter} names column "${name}", which is not measured`
    throw new SdcError(
      'BAD_PARAMETER',
      message,
      { metric, parameter, column: name },
      `Measured columns: ${columns.join(', ')}.`,
    )
  }
}

/** Returns the losses of the records of a block over all columns, and their largest possible losses. */
function lossesOf(parts: readonly ColumnLoss[], block: Block): { lost: Float64Array; whole: Float64Array } {
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

/**
 * Returns the value in percent. It has no interval: the posterior comes from the measured records, and a jackknife over
 * them with a fixed posterior covers 10 to 95 % of expected values.
 */
function* readValue(parts: readonly ColumnLoss[]): Plan<number> {
  const [[top, bottom]] = yield [
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
  return (100 * top) / bottom
}

/** Adds up the values of a block. */
const plainSum = (values: Float64Array): number => {
  let sum = 0
  for (let i = 0; i < values.length; i++) sum += values[i]
  return sum
}

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
