import { listed, numericValues, SdcError, type Column, type Dataset } from '@sdc/core'

/** What the records of microdata bring to a table. */
export interface ContributingRecords {
  /** The value of every record, 1 in a table of frequencies; NaN of one that is left out. */
  readonly x: Float64Array
  readonly weight?: Float64Array | undefined
  /** The respondent of every record, by a number from 0 in the order of their names; undefined where each is its own. */
  readonly who?: Int32Array | undefined
}

export interface RecordOptions {
  readonly value?: string | undefined
  readonly weight?: string | undefined
  readonly respondent?: string | undefined
  readonly missingValues?: 'refuse' | 'leave-out' | undefined
}

/**
 * Values, weights and respondents of the records.
 *
 * @param data - The microdata.
 * @param options - Their columns.
 * @returns What every record brings.
 * @throws MISSING_VALUES, ALL_MISSING, NOT_NUMERIC, UNKNOWN_COLUMN; WRONG_INPUT for an infinite value, a negative weight, and a
 * respondent of two weights
 */
export function contributingRecords(data: Dataset, options: RecordOptions): ContributingRecords {
  const x = valuesOf(data, options)
  const weight = options.weight === undefined ? undefined : weightsOf(data, options.weight)
  const who =
    options.respondent === undefined ? undefined : respondentsOf(data.column(options.respondent), options.respondent)
  if (weight && who) checkOneWeight(weight, who, options)
  return { x, weight, who }
}

function valuesOf(data: Dataset, { value: name, missingValues = 'refuse' }: RecordOptions): Float64Array {
  if (name === undefined) return new Float64Array(data.rows).fill(1)
  const values = numericValues(data, name)
  const endless = values.findIndex((value) => value === Infinity || value === -Infinity)
  if (endless >= 0) {
    const message = `"${name}" of record ${endless + 1} is infinite`
    throw new SdcError('WRONG_INPUT', message, { column: name, row: endless + 1 }, 'Correct it.')
  }
  const gaps = values.reduce((n, value) => n + Number(Number.isNaN(value)), 0)
  if (gaps === data.rows) {
    const advice = 'Name another column of values, or none for a table of frequencies.'
    throw new SdcError('ALL_MISSING', `column "${name}" has no value at all`, { column: name }, advice)
  }
  if (gaps === 0 || missingValues === 'leave-out') return values
  const message = `${gaps} of ${data.rows} records have no value of "${name}"`
  const advice = 'Fill them in, or leave these records out of the table (--missing-values leave-out).'
  throw new SdcError('MISSING_VALUES', message, { column: name }, advice)
}

function weightsOf(data: Dataset, name: string): Float64Array {
  const weights = numericValues(data, name)
  const gaps = weights.reduce((n, weight) => n + Number(!Number.isFinite(weight)), 0)
  if (gaps > 0) {
    const row = weights.findIndex((weight) => !Number.isFinite(weight)) + 1
    const message = `${gaps} of ${data.rows} records have no weight in "${name}", the first of them record ${row}`
    throw new SdcError('MISSING_VALUES', message, { column: name, row }, 'Every record needs one.')
  }
  const wrong = weights.findIndex((weight) => weight < 0)
  if (wrong < 0) return weights
  const message = `"${name}" of record ${wrong + 1} is ${weights[wrong]}, below 0: no weight`
  throw new SdcError('WRONG_INPUT', message, { column: name, row: wrong + 1 }, 'Correct it.')
}

/** A number for each respondent that does not depend on the order of records. */
function respondentsOf(column: Column, name: string): Int32Array {
  const gaps =
    column.kind === 'numeric' ? column.values.filter(Number.isNaN).length : column.codes.filter((c) => c < 0).length
  if (gaps > 0) {
    const message = `${gaps} records have no respondent in "${name}"`
    throw new SdcError(
      'MISSING_VALUES',
      message,
      { column: name },
      'Every record needs one: whose it is must be known.',
    )
  }
  if (column.kind === 'numeric') {
    const distinct = [...new Set(column.values)].sort((a, b) => a - b)
    const number = new Map(distinct.map((value, i) => [value, i]))
    return Int32Array.from(column.values, (value) => number.get(value) ?? -1)
  }
  const order = column.levels.map((_, code) => code).sort((a, b) => (column.levels[a] < column.levels[b] ? -1 : 1))
  const number = new Int32Array(order.length)
  order.forEach((code, i) => (number[code] = i))
  return column.codes.map((code) => number[code])
}

/** Contributions of a respondent are added before they are weighted. */
function checkOneWeight(weight: Float64Array, who: Int32Array, options: RecordOptions): void {
  const first = new Map<number, number>()
  who.forEach((one, i) => {
    const before = first.get(one)
    if (before === undefined) return void first.set(one, i)
    if (weight[before] === weight[i]) return
    const message = `records ${before + 1} and ${i + 1} are of one respondent and have the weights ${listed([weight[before], weight[i]].map(String))}`
    const advice = `Give all records of one "${options.respondent}" the same "${options.weight}": contributions are added before they are weighted.`
    throw new SdcError('WRONG_INPUT', message, { column: options.weight, row: i + 1 }, advice)
  })
}
