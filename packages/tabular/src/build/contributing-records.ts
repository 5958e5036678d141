import { listed, numericValues, option, SdcError, type Dataset } from '@sdc/core'
import { namesOf } from './dimension-tree.js'

/** Values, weights and respondents of the records of microdata. */
export interface ContributingRecords {
  /** Value of every record, 1 in a table of frequencies; NaN if left out. */
  readonly x: Float64Array
  readonly weight?: Float64Array | undefined
  /** Respondents of the records; undefined if each record is its own respondent. */
  readonly respondents?: Respondents | undefined
}

export interface Respondents {
  /** Names in order. */
  readonly names: readonly string[]
  /** Respondent of every record, by its place among the names; `names.length` for non-respondents. */
  readonly who: Int32Array
}

export interface RecordOptions {
  readonly value?: string | undefined
  readonly weight?: string | undefined
  readonly respondent?: string | undefined
  /** Column of the holding of a respondent, or holdings by respondent; a respondent without a holding stands alone. */
  readonly holding?: string | ReadonlyMap<string, string> | undefined
  /** Names that are not respondents, such as an adjustment: they count in the values, not as contributions. */
  readonly notRespondents?: readonly string[] | undefined
  readonly missingValues?: 'refuse' | 'leave-out' | undefined
}

/**
 * Reads the values, weights and respondents of the records.
 *
 * @param data - The microdata.
 * @param options - Names of the columns.
 * @returns One entry per record.
 * @throws MISSING_VALUES, ALL_MISSING, NOT_NUMERIC, UNKNOWN_COLUMN; WRONG_INPUT for an infinite value, a negative
 *   weight, or a respondent with two weights; BAD_OPTION if a given non-respondent has no record, or no respondent has
 *   a holding
 */
export function contributingRecords(data: Dataset, options: RecordOptions): ContributingRecords {
  const x = valuesOf(data, options)
  const weight = options.weight === undefined ? undefined : weightsOf(data, options.weight)
  const respondents = options.respondent === undefined ? undefined : respondentsOf(data, options.respondent, options)
  if (weight && respondents) checkOneWeight(weight, respondents, options)
  return { x, weight, respondents }
}

function valuesOf(data: Dataset, { value: name, missingValues = 'refuse' }: RecordOptions): Float64Array {
  if (name === undefined) return new Float64Array(data.rows).fill(1)
  const values = numericValues(data, name)
  const endless = values.findIndex((value) => value === Infinity || value === -Infinity)
  if (endless >= 0) {
    const message = `"${name}" of record ${endless + 1} is infinite`
    throw new SdcError('WRONG_INPUT', message, { column: name, row: endless + 1 }, 'Correct the value.')
  }
  const gaps = values.reduce((n, value) => n + Number(Number.isNaN(value)), 0)
  if (gaps === data.rows) {
    const fix = 'Name another column of values, or none for a table of counts.'
    throw new SdcError('ALL_MISSING', `column "${name}" has no values`, { column: name }, fix)
  }
  if (gaps === 0 || missingValues === 'leave-out') return values
  const message = `${gaps} of ${data.rows} records have no value of "${name}"`
  const fix = `Fill in the values, or drop these records (${option('missingValues', 'leave-out')}).`
  throw new SdcError('MISSING_VALUES', message, { column: name }, fix)
}

function weightsOf(data: Dataset, name: string): Float64Array {
  const weights = numericValues(data, name)
  const gaps = weights.reduce((n, weight) => n + Number(!Number.isFinite(weight)), 0)
  if (gaps > 0) {
    const row = weights.findIndex((weight) => !Number.isFinite(weight)) + 1
    const message = `${gaps} of ${data.rows} records have no weight in "${name}", first in record ${row}`
    throw new SdcError('MISSING_VALUES', message, { column: name, row }, 'Give every record a weight.')
  }
  const wrong = weights.findIndex((weight) => weight < 0)
  if (wrong < 0) return weights
  const message = `"${name}" of record ${wrong + 1} is ${weights[wrong]}; weights must not be negative`
  throw new SdcError('WRONG_INPUT', message, { column: name, row: wrong + 1 }, 'Correct the weight.')
}

/** Numbers the respondents independently of the order of records. */
function respondentsOf(data: Dataset, name: string, { holding, notRespondents = [] }: RecordOptions): Respondents {
  const { levels, codes } = namesOf(data.column(name))
  const gaps = codes.reduce((n, code) => n + Number(code < 0), 0)
  if (gaps > 0) {
    const message = `${gaps} records have no respondent in "${name}"`
    const fix = 'Give every record a respondent.'
    throw new SdcError('MISSING_VALUES', message, { column: name }, fix)
  }
  const unknown = notRespondents.filter((one) => !levels.includes(one))
  if (unknown.length > 0) {
    const message = `${listed(unknown, 5)} is excluded from the respondents, but has no record`
    const fix = `Use the spelling of "${name}": 01 and 1 are different.`
    throw new SdcError('BAD_OPTION', message, { column: name }, fix)
  }
  if (typeof holding === 'object' && !levels.some((level) => holding.has(level))) {
    const message = `none of the respondents of "${name}" is in a holding`
    const fix = `Use the spelling of "${name}" in the holdings: 01 and 1 are different.`
    throw new SdcError('BAD_OPTION', message, { column: name }, fix)
  }
  const over = typeof holding === 'string' ? namesOf(data.column(holding)) : undefined
  const nobody = new Set(notRespondents)
  const named = Array.from(codes, (code, i) => {
    const own = levels[code]
    if (nobody.has(own)) return undefined
    if (over) return over.codes[i] < 0 ? own : over.levels[over.codes[i]]
    return typeof holding === 'object' ? (holding.get(own) ?? own) : own
  })
  const names = [...new Set(named.filter((one) => one !== undefined))].sort()
  const number = new Map(names.map((one, i) => [one, i]))
  return { names, who: Int32Array.from(named, (one) => number.get(one ?? '') ?? names.length) }
}

/** Contributions of a respondent are added before they are weighted, so all need one weight. */
function checkOneWeight(weight: Float64Array, { who, names }: Respondents, options: RecordOptions): void {
  const first = new Map<number, number>()
  who.forEach((one, i) => {
    if (one === names.length) return
    const before = first.get(one)
    if (before === undefined) return void first.set(one, i)
    if (weight[before] === weight[i]) return
    const message = `records ${before + 1} and ${i + 1} of one respondent (${names[one]}) have the weights ${listed([weight[before], weight[i]].map(String))}`
    const fix = `Give all records of one "${options.respondent}" the same "${options.weight}", because contributions are added before weighting.`
    throw new SdcError('WRONG_INPUT', message, { column: options.weight, row: i + 1 }, fix)
  })
}
